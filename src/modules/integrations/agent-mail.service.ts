import type { Ctx } from '#core/context.ts'
import { callVendor, refusedBy } from './vendor-call.service.ts'

const VENDOR = 'The mail service'
const MESSAGE_BYTES_MAX = 10 * 1_048_576

interface Letter {
  inboxId: string
  messageId: string
}

function pathOf({ services }: Ctx, { inboxId, messageId }: Letter): string {
  const [inbox, message] = [encodeURIComponent(inboxId), encodeURIComponent(messageId)]
  return `${services.settings.vendorUrls.agentMail}/v0/inboxes/${inbox}/messages/${message}`
}

/** Answers a letter; answers the id of ours. */
export async function answerLetter(ctx: Ctx, apiKey: string, letter: Letter, text: string): Promise<string> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const url = `${pathOf(ctx, letter)}/reply`
  const { status, body } = await callVendor(ctx, url, { vendor: VENDOR, headers, json: { text }, sends: true })
  if (status >= 300) throw refusedBy(VENDOR, `status ${status}`)
  return String((body as { message_id?: unknown } | null)?.message_id ?? letter.messageId)
}

/** The whole letter: a long one is left out of what is delivered. */
export async function fetchLetter(ctx: Ctx, apiKey: string, letter: Letter): Promise<unknown> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const call = { vendor: VENDOR, method: 'GET' as const, headers, sizeBytesMax: MESSAGE_BYTES_MAX }
  const { status, body } = await callVendor(ctx, pathOf(ctx, letter), call)
  if (status >= 300) throw refusedBy(VENDOR, `status ${status}`)
  return body
}
