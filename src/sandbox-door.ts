import type { FastifyInstance } from 'fastify'
import { admitPerson } from '#http/admission.ts'
import type { Door } from '#http/mount.ts'
import { mountSandboxGateway } from '#http/sandbox-gateway.ts'
import { sandboxRoute } from '#modules/agents/agent-routes.ts'
import { createSlots } from '#modules/agents/sandbox-slots.ts'
import { createTwins } from '#modules/agents/sandbox-twins.ts'
import { SandboxRequest } from '#modules/agents/sandbox.schema.ts'
import { enterRun, identifyProgram, makeCalls } from '#modules/agents/sandbox.service.ts'
import { toolbox } from './catalogue.ts'

/** The gateway for programs in sandboxes. */
export function mountSandbox(app: FastifyInstance, { pool, services, now, admission }: Door): void {
  const desk = { pool, services, toolbox, slots: createSlots(), twins: createTwins(), now }
  mountSandboxGateway(app, {
    route: sandboxRoute,
    body: SandboxRequest,
    async admit(request, reply) {
      let tokenId = ''
      const identify = async (text: string) => {
        const caller = await identifyProgram(desk, text)
        tokenId = caller?.token.id ?? ''
        return caller
      }
      // A program that asks without end uses up its own share, not that of the person.
      const perCredential = { take: () => admission.perCredential.take(`sandbox:${tokenId}`) }
      const caller = await admitPerson({ ...admission, perCredential }, { identify }, request, reply)
      return enterRun(desk, caller, { requestId: request.id, log: request.log })
    },
    run: (program, body: SandboxRequest) => makeCalls(desk, program, body),
  })
}
