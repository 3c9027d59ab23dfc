import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { processMillis } from './usage.ts'
import { WORKSPACE } from './work.ts'

const CONNECTIONS = 32
const OVER_SECONDS_MAX = 600

/** Whoever starts runs, over HTTP. */
export class Client {
  readonly #base: string
  readonly #key: string
  readonly #last: string[] = []
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

  constructor(url: string, key: string) {
    this.#base = `${url}/api/v1/workspaces/${WORKSPACE}`
    this.#key = key
  }

  serverMillis(pid: number): number {
    return processMillis(pid)
  }

  /** A workflow of these tasks, active. */
  async publish(name: string, tasks: object[]): Promise<string> {
    const head = { dsl: '1.0.3', namespace: 'bench', name, version: '1.0.0' }
    const { id } = await this.#send('POST', '/workflows', { name, document: { document: head, do: tasks } })
    await this.#send('POST', `/workflows/${id}/versions`)
    await this.#send('PUT', `/workflows/${id}/activation`, { routes: [{ version: 1, weight: 100 }] })
    return String(id)
  }

  /** As quickly as they are taken. */
  async startMany(workflowId: string, runs: number): Promise<{ p50: number; p99: number }> {
    const millis: number[] = []
    let left = runs
    const lane = async (): Promise<void> => {
      while (left-- > 0) millis.push(await this.#start(workflowId))
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, lane))
    return percentiles(millis)
  }

  /** So many a second, whether or not those before were answered. */
  async startAtRate(
    workflowId: string,
    perSecond: number,
    seconds: number,
  ): Promise<{ p50: number; p99: number; perSecond: number }> {
    const startedAt = performance.now()
    const starts: Promise<number>[] = []
    while (starts.length < perSecond * seconds) {
      const due = Math.min(perSecond * seconds, ((performance.now() - startedAt) / 1000) * perSecond)
      while (starts.length < due) starts.push(this.#start(workflowId))
      await sleep(1)
    }
    const millis = await Promise.all(starts)
    return { ...percentiles(millis), perSecond: millis.length / ((performance.now() - startedAt) / 1000) }
  }

  countOver(): Promise<number> {
    return this.#count('completed')
  }

  async untilOver(): Promise<void> {
    // To count them again and again would cost more than to run them: the last ones tell by themselves.
    for (const id of this.#last.splice(0)) await this.#send('GET', `/workflow-runs/${id}?wait=30`)
    const until = performance.now() + OVER_SECONDS_MAX * 1000
    while (performance.now() < until) {
      const counts = await Promise.all(['pending', 'running', 'waiting'].map((status) => this.#count(status)))
      if (counts.every((count) => count === 0)) break
      await sleep(200)
    }
    const failed = await this.#count('faulted')
    if (failed > 0) throw new Error(`${failed} runs failed`)
  }

  async #count(status: string): Promise<number> {
    const { pagination } = await this.#send('GET', `/workflow-runs?status=${status}&limit=1`)
    return (pagination as { total: number }).total
  }

  async #start(workflowId: string): Promise<number> {
    const sentAt = performance.now()
    const { id } = await this.#send('POST', `/workflows/${workflowId}/runs`, { input: {} })
    this.#last.push(String(id))
    if (this.#last.length > CONNECTIONS) this.#last.shift()
    return performance.now() - sentAt
  }

  #send(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const headers = {
      authorization: `Bearer ${this.#key}`,
      'if-match': '*',
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#base}${path}`, { method, headers, agent: this.#agent }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => {
          const isGood = (answer.statusCode ?? 500) < 300
          if (!isGood) return reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`))
          resolve(text === '' ? {} : (JSON.parse(text) as Record<string, unknown>))
        })
      })
      sent.on('error', reject)
      sent.end(body ? JSON.stringify(body) : undefined)
    })
  }
}

export function percentiles(millis: readonly number[]): { p50: number; p99: number } {
  const sorted = millis.toSorted((left, right) => left - right)
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}
