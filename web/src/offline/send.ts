import { leftToSay, outgoing, type Outgoing } from '../task/action.ts'
import { afterOvertaken, afterTaken } from '../task/effect.ts'
import { entriesOf, putEntry, settleEntry, type Entry } from './store.ts'
import { verdictOn, type Response } from './verdict.ts'

/** Carries one action to the server. A page can tell how far an upload is, a service worker cannot. */
export type Transport = (
  request: Outgoing & { headers: Record<string, string> },
  onProgress: (fraction: number) => void,
) => Promise<Response>

export type Outcome = { kind: 'empty' } | { kind: 'later'; seconds?: number } | { kind: 'gone' }

export interface SendOptions {
  transport: Transport
  onSending(entry: Entry, fraction: number): void
  onSettled(): void
}

/** Pages and the service worker take turns: one of them sends at a time. */
async function inTurn<T>(link: string, work: () => Promise<T>): Promise<T> {
  let hasBegun = false
  const begin = (): Promise<T> => {
    hasBegun = true
    return work()
  }
  try {
    return await navigator.locks.request(`link ${link}`, begin)
  } catch (error) {
    if (hasBegun) throw error
    // A browser that has no turns to give: should two tabs send the same, its key makes it one.
    return work()
  }
}

/** Sends what waits, in the order in which it was done, until nothing does or the server cannot be reached. */
export function sendWaiting(link: string, options: SendOptions): Promise<Outcome> {
  return inTurn(link, async () => {
    for (;;) {
      const entry = (await entriesOf(link)).find(({ refusal }) => !refusal)
      if (!entry) return { kind: 'empty' }
      const outcome = await sendOne(entry, options)
      options.onSettled()
      if (outcome) return outcome
    }
  })
}

async function sendOne(entry: Entry, { transport, onSending }: SendOptions): Promise<Outcome | undefined> {
  onSending(entry, 0)
  const request = outgoing(entry.address, entry.action)
  const isForm = typeof request.body !== 'string'
  // The browser writes the type of a form itself, with the mark between its parts.
  const headers = { 'idempotency-key': entry.key, ...(isForm ? {} : { 'content-type': 'application/json' }) }
  const response = await transport({ ...request, headers }, (fraction) => onSending(entry, fraction))
  const verdict = verdictOn(entry.action.kind, response)
  if (verdict.kind === 'gone' || verdict.kind === 'later') return verdict
  if (verdict.kind === 'taken') await settleEntry(entry, afterTaken(entry, response.body))
  else if (verdict.kind === 'overtaken') await settleEntry(entry, afterOvertaken(entry), leftToSay(entry))
  else await putEntry({ ...entry, refusal: { status: response.status, code: verdict.code, detail: verdict.detail } })
  return undefined
}
