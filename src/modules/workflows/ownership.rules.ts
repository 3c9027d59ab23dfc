import type { Figures, MigrationSettings, Owner } from './ownership.schema.ts'

const DEFAULTS: Required<MigrationSettings> = {
  minComparisons: 20,
  minAgreement: 0.99,
  ignore: ['id', 'createdAt', 'updatedAt'],
  waits: 'skip',
}

export function settingsOf(chosen: MigrationSettings): Required<MigrationSettings> {
  return { ...DEFAULTS, ...chosen }
}

/** What becomes of the gate, in words; nothing when it stays. Before anything is compared fields may be left out freely. */
export function gateChange(owner: Owner, before: MigrationSettings, after: MigrationSettings): string | undefined {
  const [from, to] = [settingsOf(before), settingsOf(after)]
  const names = [...(['minComparisons', 'minAgreement'] as const), ...(owner === 'service' ? [] : ['ignore' as const])]
  const changed = names.filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
  if (changed.length === 0) return undefined
  return changed.map((name) => `${name}: ${JSON.stringify(from[name])} → ${JSON.stringify(to[name])}`).join(', ')
}

/** Whether a change needs no more than to be asked for; the other way round than usual it has to be forced. */
export function isUsualMove(from: Owner, to: Owner): boolean {
  return !(from === 'legacy' && to === 'service')
}

type Counts = Pick<Figures, 'match' | 'mismatch' | 'missingLegacy' | 'missingService'>

/** Of those that are decided, how many were the same; null while there is none. */
export function agreementOf(counts: Counts): { compared: number; agreement: number | null } {
  const compared = counts.match + counts.mismatch + counts.missingLegacy + counts.missingService
  return { compared, agreement: compared === 0 ? null : counts.match / compared }
}

/** Enough was compared, and enough of it was the same. */
export function isGateOpen({ compared, agreement }: Figures, settings: Required<MigrationSettings>): boolean {
  return compared >= settings.minComparisons && agreement !== null && agreement >= settings.minAgreement
}
