import { errorText } from './error-text.ts'
import { MailFailed, MailRefused, type Mail, type MailMessage } from './mail.ts'

/** Longer than the mailer takes for one message, so that nobody else sends what is being sent. */
const CLAIM_SECONDS = 120

/** Kept for examples by RFC 2606: the people of the demo live there, and nobody gets mail. */
const NOWHERE = /\.(example|invalid|test)$/i

/** One mail that is written down somewhere, and how its fate is written down there. */
export interface MailSlip {
  /** Takes it for this worker. False when another has it, or it is done. */
  claim(seconds: number): Promise<boolean>
  release(): Promise<void>
  /** Undefined when there is nobody to write to. */
  compose(): Promise<MailMessage | undefined>
  markSent(messageId: string): Promise<void>
  markRefused(reason: string): Promise<void>
}

/**
 * Claims the mail before it is sent and marks it after. Answers why it has to be tried again, if it has. What would
 * stop every other mail too is thrown.
 */
export async function deliverMail(mail: Mail, slip: MailSlip): Promise<string | undefined> {
  if (!(await slip.claim(CLAIM_SECONDS))) return 'another worker is sending it'
  let messageId: string
  try {
    const message = await slip.compose()
    if (!message || NOWHERE.test(message.to.address)) {
      await slip.markRefused('The recipient is gone or has no address that can exist.')
      return undefined
    }
    messageId = (await mail.send(message)).messageId
  } catch (error) {
    if (error instanceof MailRefused) {
      await slip.markRefused(errorText(error))
      return undefined
    }
    await slip.release()
    if (error instanceof MailFailed && !error.concernsAll) return errorText(error)
    throw error
  }
  await slip.markSent(messageId)
  return undefined
}
