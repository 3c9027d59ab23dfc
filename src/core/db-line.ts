import type pg from 'pg'
import { openClock, type OnClock } from './clock.ts'
import { LeanQuery, type LeanAnswer } from './lean-query.ts'
import type { Statement } from './sql.ts'

/** How statements are sent on the connections of a pool. */
export interface Line {
  /** Sends statements in one trip; behind what still runs on the connection they wait for their turn. */
  ask(client: pg.PoolClient, statements: readonly Statement[]): Promise<LeanAnswer>
  /** Sends a text as it is. */
  raw(client: pg.PoolClient, text: string, values?: unknown[], answerMillisMax?: number): Promise<pg.QueryResult>
}

interface Waiting extends OnClock {
  since: number
  reject(error: Error): void
}

const LOOK_MILLIS = 1000

/**
 * A half-open connection gives no error, so an answer is waited for only so long. One clock looks after all that wait:
 * pg's own limit, a timer for each statement, kept the rows of each alive until a full garbage collection, which made
 * collecting garbage a seventh of a list.
 */
export function lineWith(answerMillisMax: number | undefined): Line {
  const clock = openClock<Waiting>(LOOK_MILLIS, (each, now) => {
    if (answerMillisMax === undefined || now - each.since < answerMillisMax) return
    clock.end(each)
    each.reject(new Error('Query read timeout'))
  })

  return {
    ask(client, statements) {
      return new Promise((resolve, reject) => {
        const self: Waiting = { place: undefined, since: performance.now(), reject }
        const query = new LeanQuery(statements, (error, answer) => {
          clock.end(self)
          if (answer && !error) resolve(answer)
          else reject(error)
        })
        clock.begin(self)
        client.query(query as unknown as pg.Submittable)
      })
    },
    raw(client, text, values, millis = answerMillisMax) {
      const query = { text, values, query_timeout: millis }
      return client.query(query)
    },
  }
}
