import { buffer } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { serve } from './peer.ts'

interface Received {
  headers: Record<string, string>
  body: string
}

/** Somebody's address for events, there until the test is over. */
export interface Receiver {
  url: string
  /** What came in, verified or not. */
  received: Received[]
  /** The statuses it answers with, in order; 204 when there is none left. */
  answers: number[]
  /** As the real library sees it: the event, or an exception. */
  verified(secret: string, index?: number): Record<string, unknown>
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const answers: number[] = []
  const { host } = await serve((request, response) => {
    void buffer(request).then((body) => {
      received.push({ headers: request.headers as Record<string, string>, body: body.toString() })
      return response.writeHead(answers.shift() ?? 204).end()
    })
  })
  return {
    url: `http://${host.replace('127.0.0.1', 'localhost')}/events?token=private`,
    received,
    answers,
    verified(secret, index = 0) {
      const { body, headers } = received[index] ?? { body: '', headers: {} }
      return new Webhook(secret).verify(body, headers) as Record<string, unknown>
    },
  }
}
