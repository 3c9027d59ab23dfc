import { pluralIn } from '../../../../language/plural.ts'
import type { AiWords } from './en.ts'

const plural = pluralIn('de')

export const de: AiWords = {
  title: 'KI-Nutzung',
  range: 'Zeitraum',
  days: (count) => plural(count, `Letzter Tag`, `Letzte ${count} Tage`),
  measure: 'Was gezeigt wird',
  measures: { cost: 'Kosten', tokens: 'Token', calls: 'Aufrufe' },
  byDay: (measure) => `${measure} nach Tag und Zweck`,
  day: 'Tag',
  most: (value) => `Am meisten an einem Tag: ${value}`,
  noUse: 'In dieser Zeit wurde nichts benutzt.',
  purpose: 'Zweck',
  routes: {
    run: 'Agenten',
    completion: 'Texte',
    structured: 'Daten aus Texten',
    embeddings: 'Suche nach Bedeutung',
    'completion/translation': 'Übersetzung',
    transcriptions: 'Sprache zu Text',
    images: 'Bilder',
    'structured/inbox-classification': 'Posteingang',
    'structured/fast-analysis': 'Schnelle Auswertung',
  },
  total: 'Insgesamt',
  failed: (count) => plural(count, `${count} Aufruf schlug fehl`, `${count} Aufrufe schlugen fehl`),
  cached: (count) =>
    plural(count, `${count} aus dem Gedächtnis beantwortet`, `${count} aus dem Gedächtnis beantwortet`),
  budgets: 'Budgets',
  budgetsText:
    'Ist eine Grenze erreicht, werden Modelle bis zum nächsten Tag oder Monat (UTC) nicht mehr gefragt. Was kein Modell braucht, geht weiter.',
  limits: {
    dayCostMicrosMax: 'Kosten heute',
    monthCostMicrosMax: 'Kosten diesen Monat',
    dayTokensMax: 'Token heute',
    monthTokensMax: 'Token diesen Monat',
  },
  usedOf: (used, max) => `${used} von ${max}`,
  noLimit: (used) => `${used}, keine Grenze`,
  reached: 'Erreicht',
  near: 'Fast erreicht',
  edit: 'Budgets festlegen',
  emptyHint: 'Leer: keine Grenze.',
  costHint: 'In der Währung der eingestellten Preise. Leer: keine Grenze.',
  saved: 'Die Budgets sind gespeichert.',
}
