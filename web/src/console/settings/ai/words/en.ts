import { pluralIn } from '../../../../language/plural.ts'

const plural = pluralIn('en')

export const en = {
  title: 'AI usage',
  range: 'Time',
  days: (count: number) => plural(count, `Last ${count} day`, `Last ${count} days`),
  measure: 'What is shown',
  measures: { cost: 'Cost', tokens: 'Tokens', calls: 'Calls' },
  byDay: (measure: string) => `${measure} by day and purpose`,
  day: 'Day',
  most: (value: string) => `Most on one day: ${value}`,
  noUse: 'Nothing was used in this time.',
  purpose: 'Purpose',
  routes: {
    run: 'Agents',
    completion: 'Texts',
    structured: 'Data from texts',
    embeddings: 'Search by meaning',
    'completion/translation': 'Translation',
    transcriptions: 'Speech to text',
    images: 'Pictures',
    'structured/inbox-classification': 'Inbox',
    'structured/fast-analysis': 'Quick analysis',
  },
  total: 'In all',
  failed: (count: number) => plural(count, `${count} call failed`, `${count} calls failed`),
  cached: (count: number) => plural(count, `${count} was answered from memory`, `${count} were answered from memory`),
  budgets: 'Budgets',
  budgetsText:
    'When a limit is reached, models are not asked any more until the next day or month (UTC). What needs no model goes on.',
  limits: {
    dayCostMicrosMax: 'Cost today',
    monthCostMicrosMax: 'Cost this month',
    dayTokensMax: 'Tokens today',
    monthTokensMax: 'Tokens this month',
  },
  usedOf: (used: string, max: string) => `${used} of ${max}`,
  noLimit: (used: string) => `${used}, no limit`,
  reached: 'Reached',
  near: 'Nearly reached',
  edit: 'Set the budgets',
  emptyHint: 'Empty: no limit.',
  costHint: 'In the currency of the prices that are configured. Empty: no limit.',
  saved: 'The budgets are saved.',
}

export type AiWords = typeof en
