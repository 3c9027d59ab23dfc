import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { createRequestTimes } from './request-times.ts'

export interface Metrics {
  request(method: string, route: string, status: number, seconds: number): void
  /** A number read when the metrics are asked for. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** The same for several numbers of one kind, by the word that the label has for each. */
  gauges(name: string, help: string, label: string, read: () => Promise<Record<string, number>>): void
  /** A number that only grows while the process lives, read when the metrics are asked for. */
  total(name: string, help: string, read: () => number): void
  /** The same for several numbers of one kind. */
  totals(name: string, help: string, label: string, read: () => Record<string, number>): void
  /** Counts one more; the words are those of the labels, in their order. */
  counter(name: string, help: string, labels: readonly string[]): (...words: string[]) => void
  text(): Promise<string>
  readonly contentType: string
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'innkeeper_' })
  const requestTimes = createRequestTimes()
  return {
    request: requestTimes.note,
    gauge(name, help, read) {
      new Gauge({
        name: `innkeeper_${name}`,
        help,
        registers: [registry],
        async collect() {
          // A number that cannot be had now (database down) must not take the other metrics away.
          this.set(await Promise.resolve(read()).catch(() => Number.NaN))
        },
      })
    },
    gauges(name, help, label, read) {
      new Gauge({
        name: `innkeeper_${name}`,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          const numbers = await read().catch(() => ({}))
          this.reset()
          for (const [word, number] of Object.entries(numbers)) this.set({ [label]: word }, number)
        },
      })
    },
    total(name, help, read) {
      new Counter({
        name: `innkeeper_${name}`,
        help,
        registers: [registry],
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
    totals(name, help, label, read) {
      new Counter({
        name: `innkeeper_${name}`,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          this.reset()
          for (const [word, number] of Object.entries(read())) this.inc({ [label]: word }, number)
        },
      })
    },
    counter(name, help, labels) {
      const counter = new Counter({ name: `innkeeper_${name}`, help, labelNames: [...labels], registers: [registry] })
      return (...words) => counter.inc(Object.fromEntries(labels.map((label, index) => [label, words[index] ?? ''])))
    },
    text: async () => `${await registry.metrics()}\n${requestTimes.text()}`,
    contentType: registry.contentType,
  }
}
