import type { FastifyInstance } from 'fastify'
import { admitPerson } from '#http/admission.ts'
import type { Door } from '#http/mount.ts'
import { mountSandboxGateway } from '#http/sandbox-gateway.ts'
import { createSlots } from '#modules/agents/sandbox-slots.ts'
import { SandboxRequest } from '#modules/agents/sandbox.schema.ts'
import { enterRun, identifyProgram, makeCalls } from '#modules/agents/sandbox.service.ts'
import { toolbox } from './catalogue.ts'

/** The gateway for programs in sandboxes. */
export function mountSandbox(app: FastifyInstance, { pool, services, now, admission }: Door): void {
  const desk = { pool, services, toolbox, slots: createSlots(), now }
  const identify = (token: string) => identifyProgram(desk, token)
  mountSandboxGateway(app, {
    body: SandboxRequest,
    async admit(request, reply) {
      const caller = await admitPerson(admission, { identify }, request, reply)
      return enterRun(desk, caller, { requestId: request.id, log: request.log })
    },
    run: (program, body: SandboxRequest) => makeCalls(desk, program, body),
  })
}
