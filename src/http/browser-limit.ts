import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256Text } from '#core/crypto.ts'
import { Refusal } from '#core/errors.ts'
import { limitAddress, spend, type Admission } from './admission.ts'
import { callerOf } from './caller.ts'

/**
 * For doors that browsers use. Once the network's limit is used up, a browser that somebody has signed in with before
 * still gets in, under a limit of its own.
 */
export async function limitBrowser(
  { perAddress, perCredential, isKnownBrowser }: Pick<Admission, 'perAddress' | 'perCredential' | 'isKnownBrowser'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  try {
    await limitAddress(perAddress, request, reply)
  } catch (error) {
    const { device } = callerOf(request)
    if (!(error instanceof Refusal) || device === undefined || !(await isKnownBrowser(device))) throw error
    spend(reply, await perCredential.take(`browser:${sha256Text(device)}`))
  }
}
