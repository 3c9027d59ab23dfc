import type { Pattern } from './patterns.ts'

/** Nonlinear patterns, and why they are harmless: the text they read is always short. */
interface Bound {
  readonly file: string
  /** How its source starts, if the file has several. */
  readonly begins?: string
  readonly lengthMax: number
  readonly why: string
  /** The worst inputs according to the judge, repeated. */
  readonly attacks?: readonly string[]
}

const MESSAGE = 'The rules of the embedded model read the first 2,000 characters of what is said.'

const MEASURED = 'The judge counts it for more than it is: at full length it is as quick as the others.'

const BOUNDS: readonly Bound[] = [
  { file: 'src/core/exact-number.ts', lengthMax: 100_000, why: MEASURED, attacks: ['0', '00\u2028'] },
  { file: 'src/core/storage-s3.ts', lengthMax: 1000, why: 'The operator writes it.', attacks: ['/', '/\u2028'] },
  {
    file: 'src/modules/inbound/senders/code-host.ts',
    lengthMax: 500,
    why: 'The folder of an integration is no longer.',
  },
  {
    file: 'src/modules/agents/stream-request.service.ts',
    lengthMax: 16_384,
    why: 'All headers together are no longer.',
    attacks: ['text/event-stream;o'],
  },
  { file: 'src/modules/ai/redaction.rules.ts', lengthMax: 100_000, why: MEASURED, attacks: ["'-", '%.', 'a@', "'a@"] },
  {
    file: 'src/modules/knowledge/passage.rules.ts',
    lengthMax: 100_000,
    why: MEASURED,
    attacks: ['![', '![](', '[a]('],
  },
  {
    file: 'src/modules/workflows/expression-jq.ts',
    lengthMax: 100_000,
    why: MEASURED,
    attacks: [' at <top-level>, line 1'],
  },
  {
    file: 'web/src/console/workflows/editor/completion.ts',
    lengthMax: 10_000,
    why: 'The author is writing the line.',
    attacks: ['call:', ':call:l'],
  },
  { file: 'src/core/mail-settings.ts', lengthMax: 1000, why: 'The operator writes MAIL_FROM.' },
  { file: 'src/core/mail.ts', lengthMax: 2000, why: 'Of the answer of a mail server no more is looked at.' },
  { file: 'src/core/error-text.ts', lengthMax: 10_000, why: 'Of a message no more is looked at.' },
  { file: 'src/modules/ai/door-code-words.rules.ts', lengthMax: 2000, why: 'It reads the lists in its own file.' },
  { file: 'src/modules/ai/door-code.rules.ts', lengthMax: 101, why: 'Only 100 characters beside a number are read.' },
  { file: 'src/modules/ai/inbox-words.ts', lengthMax: 5000, why: 'Only so much of a message is sorted.' },
  { file: 'src/modules/ai/rule-day.ts', lengthMax: 2000, why: MESSAGE },
  { file: 'src/modules/ai/rule-knowledge.ts', lengthMax: 2000, why: MESSAGE },
  { file: 'src/modules/ai/rule-lookup.ts', lengthMax: 2000, why: MESSAGE },
  { file: 'src/modules/ai/rule-slot.ts', lengthMax: 2000, why: MESSAGE },
  { file: 'src/modules/ai/rule-task-list.ts', lengthMax: 2000, why: MESSAGE },
  { file: 'src/modules/ai/rule-task.ts', lengthMax: 2000, why: MESSAGE },
  { file: 'src/modules/ai/rule-turn.ts', lengthMax: 2000, why: MESSAGE },
  { file: 'src/modules/stays/hostaway-record.ts', lengthMax: 254, why: 'A longer address of mail is none.' },
  { file: 'src/modules/workflows/schema-check.ts', lengthMax: 1000, why: 'Of a longer sentence no field is told.' },
  { file: 'web/src/console/workflows/editor/yaml-colours.ts', lengthMax: 1000, why: 'A longer line has no colours.' },
]

export function boundOf({ file, source }: Pattern): Bound | undefined {
  return BOUNDS.find((bound) => bound.file === file && source.startsWith(bound.begins ?? ''))
}
