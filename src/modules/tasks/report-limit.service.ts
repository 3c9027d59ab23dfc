import type { Way } from '#core/audience.ts'
import type { TxCtx } from '#core/context.ts'
import { defineFailures } from '#core/errors.ts'
import { countReport } from './report.queries.ts'
import { createTask } from './task.service.ts'

export const reportFailures = defineFailures({
  too_many_reports: {
    status: 429,
    text: 'More was reported in the last hour than is written down. Nothing is lost: what is said here is kept, and the team was told to read it.',
  },
})

/** More than a company usually gets in an hour, and few enough to go through. */
const REPORTS_PER_HOUR = 30

const WAYS = { MESSAGE: 'in messages', CALL: 'on the phone' } as const

interface Reporter {
  /** Reports with the same name are counted together. */
  name: string
  way: Way
  departmentId: string
}

/**
 * Whether to take one more report. Strangers may have many numbers, so they all share one limit for each way in. The
 * last report taken also adds a task that tells the team.
 */
export async function admitsReport(ctx: TxCtx, { name, way, departmentId }: Reporter): Promise<boolean> {
  const counted = await countReport(ctx, name, REPORTS_PER_HOUR)
  if (counted?.count !== REPORTS_PER_HOUR) return counted !== undefined
  const until = new Date(Date.parse(counted.since) + 3_600_000).toISOString()
  await createTask(ctx, {
    title: `${REPORTS_PER_HOUR} reports from outside in an hour: look at what came ${WAYS[way]}`,
    description: [
      `So many were written down ${WAYS[way]} since ${counted.since}, which is all that is taken of ${whoIs(name)} in an hour.`,
      `Until ${until} no more are. What is said stands in the inbox all the same.`,
    ].join('\n'),
    departmentId,
    source: way,
    priority: 'HIGH',
  })
  return true
}

function whoIs(name: string): string {
  return name.startsWith('stranger') ? 'strangers' : 'one person'
}

export const STRANGERS = { MESSAGE: 'stranger MESSAGE', CALL: 'stranger CALL' } as const satisfies Record<Way, string>
