import { errorText } from './error-text.ts'
import { MailFailed, MailRefused, type Mail, type MailMessage } from './mail.ts'

/** Longer than the mailer takes for one message, so that nobody else sends what is being sent. */
const CLAIM_SECONDS = 120

/** Kept for examples by RFC 2606: the people of the demo live there, and nobody gets mail. */
const NOWHERE = /\.(example|invalid|test)$/i

/** One mail that is written down somewhere, and how its fate is written down there. */
export interface MailSlip {
  /** Takes it for this worker. Answers until when, exactly; undefined when another has it, or it is done. */
  claim(seconds: number): Promise<string | undefined>
  /** Gives back the claim until then; one that another has taken meanwhile stays. */
  release(until: string): Promise<void>
  /** Undefined when there is nobody to write to, or a reason why it is not to be sent any more. */
  compose(): Promise<MailMessage | { leftOut: string } | undefined>
  markSent(messageId: string): Promise<void>
  /** For good: by the mail server, or by ourselves before it was asked. Not if another has the claim by now. */
  markRefused(refusal: { reason: string; by: 'server' | 'us'; until: string }): Promise<void>
}

/**
 * Claims the mail before it is sent and marks it after. Answers why it has to be tried again, if it has. What would
 * stop every other mail too is thrown.
 */
export async function deliverMail(mail: Mail, slip: MailSlip): Promise<string | undefined> {
  const until = await slip.claim(CLAIM_SECONDS)
  if (until === undefined) return 'another worker is sending it'
  let messageId: string
  try {
    const message = sendable(await slip.compose())
    if ('leftOut' in message) {
      await slip.markRefused({ reason: message.leftOut, by: 'us', until })
      return undefined
    }
    messageId = (await mail.send(message)).messageId
  } catch (error) {
    if (error instanceof MailRefused) {
      await slip.markRefused({ reason: errorText(error), by: 'server', until })
      return undefined
    }
    await slip.release(until)
    if (error instanceof MailFailed && !error.concernsAll) return errorText(error)
    throw error
  }
  await slip.markSent(messageId)
  return undefined
}

function sendable(composed: MailMessage | { leftOut: string } | undefined): MailMessage | { leftOut: string } {
  if (composed === undefined) return { leftOut: 'The recipient is gone or has no address.' }
  if ('leftOut' in composed || !NOWHERE.test(composed.to.address)) return composed
  return { leftOut: 'The address of the recipient is one that cannot exist.' }
}
