import { Type } from 'typebox'
import { coreFailures } from '#core/errors.ts'
import { TROUBLE, type HostRoute } from '#core/host-route.ts'
import { closed, DateTime, Line, oneOf } from '#core/schema.ts'

const about = { tag: 'Health', proofs: [], failures: [] } as const

const Alive = Type.Object({
  status: Type.Literal('ok', { description: 'Always so: a process that is dead does not answer.' }),
  version: Type.String({ description: 'Of the service.', examples: ['1.0.0'] }),
  uptimeSeconds: Type.Integer({ description: 'Since this process began.', examples: [86_400] }),
})
const Readiness = Type.Object({
  status: oneOf(['ready', 'failing', 'draining'], { description: '`draining`: it is about to end.' }),
  checks: Type.Record(Type.String(), oneOf(['ok', 'failing']), { description: 'By part of the service.' }),
})
const checks = { database: 'ok', migrations: 'ok', storage: 'ok', jobs: 'ok' }
const readiness = (status: string) => ({ 'application/json': { schema: Readiness, example: { status, checks } } })

export const healthRoute: HostRoute = {
  ...about,
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  summary: 'See that the process lives',
  answers: { 200: { description: 'It lives.', content: { 'application/json': { schema: Alive } } } },
}

export const readyRoute: HostRoute = {
  ...about,
  id: 'getReadiness',
  method: 'GET',
  path: '/health/ready',
  summary: 'See whether requests should be sent here',
  answers: {
    200: { description: 'Every part works.', content: readiness('ready') },
    503: { description: 'A part does not work, or the process is about to end.', content: readiness('draining') },
  },
}

const timestamp = Type.String({ ...DateTime, description: 'When the monitor sent it, by its own clock.' })
export const Heartbeat = closed({
  timestamp,
  source: Type.Optional(Line(200, { description: 'Which monitor; `default` unless sent.', examples: ['canary-eu'] })),
})

export const canaryRoute: HostRoute = {
  ...about,
  id: 'recordHeartbeat',
  method: 'POST',
  path: '/health/trigger-canary',
  summary: 'Record the heartbeat of an outside monitor',
  description: 'The newest of each source is kept.',
  proofs: ['canarySecret'],
  bodies: { 'application/json': { schema: Heartbeat } },
  answers: {
    200: {
      description: 'Recorded.',
      content: {
        'application/json': {
          schema: Type.Object({
            source: Type.String({ description: 'Which monitor.', examples: ['canary-eu'] }),
            timestamp,
            receivedAt: Type.String({ ...DateTime, description: 'When it came here, in UTC.' }),
          }),
        },
      },
    },
  },
  failures: [
    coreFailures.invalid_token,
    coreFailures.invalid_json,
    coreFailures.invalid_request,
    coreFailures.body_too_large,
    coreFailures.unsupported_media_type,
    ...TROUBLE,
  ],
}
