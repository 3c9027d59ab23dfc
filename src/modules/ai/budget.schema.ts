import { Type, type Static } from 'typebox'
import { closed, DateOnly, DateTime, Nullable, optional, WorkspaceId } from '#core/schema.ts'

const limit = (description: string) =>
  Nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), {
    description: `${description} null: no limit.`,
  })
const used = (description: string) => Type.Integer({ minimum: 0, description })

const writable = {
  dayTokensMax: limit('Tokens, in and out, per day (UTC).'),
  dayCostMicrosMax: limit('Millionths of the currency of the prices per day (UTC).'),
  monthTokensMax: limit('Tokens, in and out, per month (UTC).'),
  monthCostMicrosMax: limit('Millionths of the currency of the prices per month (UTC).'),
}
const fixed = {
  workspaceId: WorkspaceId,
  day: DateOnly,
  dayTokens: used('Used today.'),
  dayCostMicros: used('Used today.'),
  month: Type.String({ ...DateOnly, description: 'The first day of the month.' }),
  monthTokens: used('Used this month.'),
  monthCostMicros: used('Used this month.'),
  heldTokens: used('Set aside for calls under way.'),
  heldCostMicros: used('Set aside for calls under way.'),
  updatedAt: Nullable(DateTime, { description: 'When the limits were last changed; null: never set.' }),
}

export const AiBudget = Type.Object(
  { ...fixed, ...writable },
  {
    $id: 'AiBudget',
    examples: [
      {
        workspaceId: 'seaside-homes',
        day: '2026-11-15',
        dayTokens: 1200,
        dayCostMicros: 480,
        month: '2026-11-01',
        monthTokens: 45_000,
        monthCostMicros: 18_000,
        heldTokens: 0,
        heldCostMicros: 0,
        updatedAt: '2026-11-01T08:00:00.000Z',
        dayTokensMax: 1_000_000,
        dayCostMicrosMax: null,
        monthTokensMax: null,
        monthCostMicrosMax: 50_000_000,
      },
    ],
  },
)
export const AiBudgetUpdate = closed(optional({ ...writable, ...fixed }), {
  $id: 'AiBudgetUpdate',
  examples: [{ dayTokensMax: 1_000_000, monthCostMicrosMax: 50_000_000 }],
})
export const AI_BUDGET_FIXED = fixed
export const AI_BUDGET_LIMITS = Object.keys(writable) as (keyof typeof writable)[]

export type AiBudget = Static<typeof AiBudget>
export type AiBudgetUpdate = Static<typeof AiBudgetUpdate>
