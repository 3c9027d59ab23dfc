import type { Scope } from '#core/context.ts'
import type { Signer } from '#core/crypto.ts'
import { many, one } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'
import type { Json, JsonObject, WorkflowDocument } from './document.schema.ts'
import { IS_CHANGED_HERE } from './run-journal.queries.ts'
import { sealerOf, type Sealer } from './run-seal.queries.ts'

export interface FrameRow {
  id: number
  parentId: number | null
  position: number
  state: JsonObject | null
  pending: JsonObject | null
  awaits: JsonObject | null
  ended: JsonObject | null
  dueAt: string | null
}
export interface ValueRow {
  frameId: number
  id: number
  value: Json
}
export interface SignalRow {
  eventId: string
  event: JsonObject
}
export interface ChildRow {
  id: string
  state: string
  output: Json
  error: JsonObject | null
}

interface Lines {
  frames: FrameRow[]
  values: ValueRow[]
}

/** The lines of a run. */
export async function loadFrames({ db, workspaceId }: Scope, runId: string, signer: Signer): Promise<Lines> {
  return openedLines(await db.together(lineStatements(workspaceId, runId)), sealerOf(signer, workspaceId, runId))
}

/** Everything a worker needs to go on, in one trip. */
export async function loadToGoOn(
  { db, workspaceId }: Scope,
  runId: string,
  signer: Signer,
): Promise<Lines & Signals & { children: ChildRow[] }> {
  const [signals, children, ...lines] = await db.together([
    signalStatement(workspaceId, runId),
    sql`
    select id, state, output, error from wf_run
    where workspace_id = ${workspaceId} and parent_run_id = ${runId} and trigger_kind = 'workflow'
      and state in ('completed', 'faulted', 'cancelled')`,
    ...lineStatements(workspaceId, runId),
  ])
  return {
    ...openedLines(lines, sealerOf(signer, workspaceId, runId)),
    ...signalsIn(signals),
    children: children as ChildRow[],
  }
}

function lineStatements(workspaceId: string, runId: string): Sql[] {
  const here = sql`workspace_id = ${workspaceId} and run_id = ${runId}`
  return [
    sql`
    select id, parent_id as "parentId", position, state, pending, awaits, ended, due_at as "dueAt" from wf_frame
    where ${here} order by id`,
    sql`select frame_id as "frameId", id, value from wf_value where ${here}`,
  ]
}

function openedLines([frames, values]: readonly unknown[], { opened }: Sealer): Lines {
  return {
    frames: (frames as FrameRow[]).map((frame) => {
      const { state, pending, ended } = frame
      return { ...frame, state: opened(state), pending: opened(pending), ended: opened(ended) }
    }),
    values: (values as ValueRow[]).map((row) => ({ ...row, value: opened(row.value) })),
  }
}

/** Each can be a megabyte, and any number can have come. Each is a commit of its own: to read on costs little beside it. */
const SIGNALS_MAX = 20

interface Signals {
  signals: SignalRow[]
  hasMore: boolean
}

/** The next ones that have come for a run, when those before are marked. */
export async function loadSignals({ db, workspaceId }: Scope, runId: string): Promise<Signals> {
  return signalsIn(await many(db, signalStatement(workspaceId, runId)))
}

function signalStatement(workspaceId: string, runId: string): Sql {
  return sql`
    select event_id as "eventId", event from wf_signal
    where workspace_id = ${workspaceId} and run_id = ${runId} and not is_done order by place limit ${SIGNALS_MAX}`
}

function signalsIn(rows: unknown): Signals {
  const signals = rows as SignalRow[]
  return { signals, hasMore: signals.length === SIGNALS_MAX }
}

export async function findDocument(
  { db, workspaceId }: Scope,
  definitionId: string,
  number: number,
): Promise<WorkflowDocument | undefined> {
  const row = await one<{ document: WorkflowDocument }>(
    db,
    sql`
    select document from wf_version
    where workspace_id = ${workspaceId} and definition_id = ${definitionId} and number = ${number}`,
  )
  return row?.document
}

/** What is written about a frame. */
interface FrameWrite {
  id: number
  parent_id: number | null
  position: number
  state: JsonObject | null
  pending: object | null
  awaits: object | null
  ended: object | null
  due_at: string | null
}

export interface FrameChanges {
  frames: FrameWrite[]
  removed: number[]
  added: { frame_id: number; id: number; value: Json }[]
  gone: { frame_id: number; id: number }[]
  /** Of these frames all that they listen for is written anew. */
  listening: number[]
  waits: { frame_id: number; type: string }[]
}

/** The statements that write them, none for what there is nothing of. They stand behind the one that changes the run. */
export function frameStatements(
  { workspaceId }: Pick<Scope, 'workspaceId'>,
  runId: string,
  changes: FrameChanges,
  sealed: Sealer['sealed'],
): Sql[] {
  const here = sql`workspace_id = ${workspaceId} and run_id = ${runId}`
  const isOurs = sql`exists (select 1 from wf_run where workspace_id = ${workspaceId} and id = ${runId} and ${IS_CHANGED_HERE})`
  const { removed, gone, listening, waits } = changes
  const frames = changes.frames.map((frame) => {
    const { state, pending, ended } = frame
    return { ...frame, state: sealed(state), pending: sealed(pending), ended: sealed(ended) }
  })
  const added = changes.added.map((row) => ({ ...row, value: sealed(row.value) }))
  const list = (rows: unknown[]): string => JSON.stringify(rows)
  return [
    frames.length > 0 &&
      sql`
      insert into wf_frame (workspace_id, run_id, id, parent_id, position, state, pending, awaits, ended, due_at)
      select ${workspaceId}, ${runId}::uuid, f.* from jsonb_to_recordset(${list(frames)}) as f (id integer,
        parent_id integer, position integer, state jsonb, pending jsonb, awaits jsonb, ended jsonb, due_at timestamptz)
      on conflict (workspace_id, run_id, id) do update set state = excluded.state, pending = excluded.pending,
        awaits = excluded.awaits, ended = excluded.ended, due_at = excluded.due_at`,
    removed.length > 0 && sql`delete from wf_frame where ${here} and id = any (${removed}::integer[])`,
    gone.length > 0 &&
      sql`
      delete from wf_value v using jsonb_to_recordset(${list(gone)}) as g (frame_id integer, id integer)
      where v.workspace_id = ${workspaceId} and v.run_id = ${runId} and v.frame_id = g.frame_id and v.id = g.id`,
    added.length > 0 &&
      sql`
      insert into wf_value (workspace_id, run_id, frame_id, id, value)
      select ${workspaceId}, ${runId}::uuid, a.*
      from jsonb_to_recordset(${list(added)}) as a (frame_id integer, id integer, value jsonb)
      where ${isOurs}`,
    listening.length > 0 && sql`delete from wf_wait where ${here} and frame_id = any (${listening}::integer[])`,
    waits.length > 0 &&
      sql`
      insert into wf_wait (workspace_id, run_id, frame_id, type)
      select ${workspaceId}, ${runId}::uuid, w.* from jsonb_to_recordset(${list(waits)}) as w (frame_id integer, type text)
      where ${isOurs}`,
  ].filter((statement) => statement !== false)
}
