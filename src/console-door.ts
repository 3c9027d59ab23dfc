import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Log } from '#core/context.ts'
import { openChangeHub } from '#core/change-hub.ts'
import { operation } from '#core/operation.ts'
import { roleSuffices, type Role } from '#core/principal.ts'
import { reporter } from '#core/report.ts'
import { WorkspacePath } from '#core/schema.ts'
import { limitBrowser } from '#http/browser-limit.ts'
import { mountChangeStream } from '#http/change-stream.ts'
import { mountConsoleSession } from '#http/console-session.ts'
import type { Metrics } from '#http/metrics.ts'
import type { Door } from '#http/mount.ts'
import { leaveSession, resumeSession } from '#modules/identity/console-session.service.ts'
import { SignIn } from '#modules/identity/session.schema.ts'
import { signIn } from '#modules/identity/sign-in.service.ts'
import type { Runtime } from './runtime.ts'

/** Who may read a thing, and so may know that it changed. What is not named here is for administrators. */
const READERS: Record<string, Role> = {
  task: 'member',
  comment: 'member',
  property: 'member',
  reservation: 'member',
  contact: 'member',
  conversation: 'member',
  message: 'member',
  interaction: 'member',
  agent: 'member',
  article: 'member',
  meeting: 'member',
  workflow: 'member',
  workflow_run: 'member',
  workspace: 'member',
  member: 'member',
  department: 'member',
  vendor: 'member',
  skill: 'member',
  task_tag: 'member',
  task_template: 'member',
  work_exception: 'member',
  work_profile: 'member',
  saved_view: 'member',
  door: 'manager',
  lock: 'manager',
  door_link: 'manager',
  completion_rule: 'member',
  ai_budget: 'manager',
  notification: 'member',
}

const followChanges = operation({
  id: 'followChanges',
  summary: 'Follow what changes in a workspace',
  tag: 'Console',
  access: { role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/changes' },
  params: WorkspacePath,
  reply: Type.Object({}),
  run: async () => ({}),
})

interface Parts extends Door, Pick<Runtime, 'bus'> {
  log: Log
  metrics: Metrics
}

/** What the console has beside operations: the session of a browser, and the stream of what changes. */
export function mountConsole(app: FastifyInstance, parts: Parts): void {
  const { pool, services, now, admission, places, bus, log, metrics } = parts
  mountConsoleSession(app, {
    pool,
    services,
    now,
    credentials: SignIn,
    limit: (request, reply) => limitBrowser(admission, request, reply),
    signIn,
    resume: resumeSession,
    leave: leaveSession,
  })
  const streamsOpen = mountChangeStream(app, {
    hub: openChangeHub({ pool, bus, report: reporter(log) }),
    bus,
    admission,
    places,
    now,
    operation: followChanges,
    sees(principal, type) {
      const needed = READERS[type.split('.', 1)[0] ?? ''] ?? 'admin'
      const membership = 'membership' in principal ? principal.membership : undefined
      return membership !== undefined && roleSuffices(membership.role, needed)
    },
  })
  metrics.gauge('console_streams_open', 'Consoles that follow what changes.', streamsOpen)
}
