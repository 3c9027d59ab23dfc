import { closed, Uuid } from '#core/schema.ts'
import { findStuck } from '#modules/workflows/stuck.queries.ts'
import { replayRun } from '#modules/workflows/stuck.service.ts'
import { checked, enter, required, text, WrongCall, type Command } from './command.ts'

const MINUTES = 5

export const workflowRuns: Command = {
  name: 'workflow runs',
  usage: '[--workspace ID] [--minutes N]',
  summary: `list runs of workflows that should have gone on for so many minutes (${MINUTES} unless said), or are taken again and again`,
  options: { workspace: text, minutes: text },
  async run(ctx, { workspace, minutes = String(MINUTES) }) {
    const millis = Number(minutes) * 60_000
    if (!(millis >= 0)) throw new WrongCall('--minutes: must be a number.')
    // Fails for one that is not there, of which an empty list would say that all is well.
    if (workspace !== undefined) await enter(ctx, workspace)
    return findStuck(ctx.db, new Date(ctx.now.getTime() - millis), workspace)
  },
}

export const workflowReplay: Command = {
  name: 'workflow replay',
  usage: '--workspace ID --run ID',
  summary:
    'have a run of a workflow taken up anew, from the last step that it has finished; one that has failed, from the step that failed',
  options: { workspace: text, run: text },
  run(ctx, values) {
    const { run } = checked<{ run: string }>(closed({ run: Uuid }), { run: values['run'] })
    return replayRun({ ...ctx, workspaceId: required(values, 'workspace') }, run)
  },
}
