import { fail } from '#core/errors.ts'
import { OUTSIDE } from '#core/audience.ts'
import { outsideOperation } from '#core/outside-operation.ts'
import * as work from './given-work.queries.ts'
import * as schema from './given-work.schema.ts'
import { reportFailures } from './report-limit.service.ts'
import { Report, Reported } from './report.schema.ts'
import { reportIssue as report } from './report.service.ts'
import { failures } from './task.service.ts'

const about = { outside: ['vendor'] } as const

export const listGivenWork = outsideOperation({
  ...about,
  id: 'listGivenWork',
  summary: 'The work given to a vendor',
  query: schema.GivenWorkQuery,
  reply: schema.GivenWorkPage,
  run: (ctx, query) => work.listGivenWork(ctx, query),
})

export const getGivenWork = outsideOperation({
  ...about,
  id: 'getGivenWork',
  summary: 'A task given to a vendor',
  params: schema.GivenWorkPath,
  reply: schema.GivenWork,
  errors: [failures.task_not_found],
  run: async (ctx, { taskId }) => (await work.findGivenWork(ctx, taskId)) ?? fail(failures.task_not_found),
})

export const reportIssue = outsideOperation({
  outside: OUTSIDE,
  id: 'reportIssue',
  summary: 'Report that something is wrong',
  body: Report,
  reply: Reported,
  errors: [reportFailures.too_many_reports],
  run: (ctx, input) => report(ctx, input),
})
