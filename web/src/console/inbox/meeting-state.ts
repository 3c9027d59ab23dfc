import type { Meeting } from '../../../../src/modules/meetings/meeting.schema.ts'

type State = 'coming' | 'recording' | 'over' | 'ready' | 'failed'

/** Recorders have words of their own, and new ones at times: what is not known here is told by the clock. */
const KNOWN: Record<string, State> = {
  in_call_not_recording: 'coming',
  in_call_recording: 'recording',
  call_ended: 'over',
  done: 'ready',
  fatal: 'failed',
}

export function meetingState({ state, startedAt, endedAt }: Pick<Meeting, 'state' | 'startedAt' | 'endedAt'>): State {
  return KNOWN[state] ?? (endedAt !== null ? 'over' : startedAt !== null ? 'recording' : 'coming')
}
