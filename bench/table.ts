import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import type { Round } from './rounds.ts'
import { stolenClock } from './usage.ts'
import type { Work } from './work.ts'

const FILE = 'results.md'
const TITLE = '# Benchmark results'
const stolen = stolenClock()

export interface Compared {
  work: Work
  floor: Round[]
  ours: Round[]
}

/** Ours against the mean of the floor's rounds before and after it. */
export function ratiosOf({ floor, ours }: Compared): number[] {
  return ours.map(
    ({ perSecond }, index) => perSecond / meanOf(floor.slice(index, index + 2), (round) => round.perSecond),
  )
}

export function comparison(all: readonly Compared[]): string {
  const rows = all.map((compared) => {
    const { work, floor, ours } = compared
    const ratios = ratiosOf(compared)
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
    const range = `${Math.min(...ratios).toFixed(2)} - ${Math.max(...ratios).toFixed(2)}`
    const met = mean >= work.goal ? 'met' : 'missed'
    const sides = [floor, ours].flatMap((rounds) => [rateOf(rounds), latencyOf(rounds), cpuOf(rounds)])
    const processor = (millisOf(floor) / millisOf(ours)).toFixed(2)
    return [work.title, ...sides, processor, `**${mean.toFixed(2)}** [${range}]`, `${work.goal.toFixed(2)} ${met}`]
  })
  const side = (name: string): string[] => [
    `${name} req/s`,
    `${name} p50 / p99 ms`,
    `${name} CPU ms: server + PostgreSQL`,
  ]
  return table(['', ...side('floor'), ...side('ours'), 'ratio of CPU', 'ratio [range]', 'goal'], rows)
}

export function alone(all: readonly { title: string; rounds: Round[] }[]): string {
  return table(
    ['', 'req/s', 'p50 / p99 ms', 'CPU ms'],
    all.map(({ title, rounds }) => [
      title,
      rateOf(rounds),
      latencyOf(rounds),
      meanOf(rounds, (round) => round.serverMillis).toFixed(3),
    ]),
  )
}

export function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function meanOf(rounds: readonly Round[], read: (round: Round) => number): number {
  return rounds.reduce((sum, round) => sum + read(round), 0) / rounds.length
}

function rateOf(rounds: Round[]): string {
  return Math.round(meanOf(rounds, (round) => round.perSecond)).toLocaleString('en')
}

function latencyOf(rounds: Round[]): string {
  const [p50, p99] = [meanOf(rounds, (round) => round.p50Millis), meanOf(rounds, (round) => round.p99Millis)]
  return `${p50.toFixed(1)} / ${p99.toFixed(1)}`
}

/** Of the server and PostgreSQL together: others on the machine disturb it less than they do the rate. */
function millisOf(rounds: Round[]): number {
  return meanOf(rounds, ({ serverMillis, postgresMillis }) => serverMillis + postgresMillis)
}

function cpuOf(rounds: Round[]): string {
  const server = meanOf(rounds, (round) => round.serverMillis)
  const postgres = meanOf(rounds, (round) => round.postgresMillis)
  return Number.isNaN(server)
    ? 'unknown'
    : `${server.toFixed(3)} + ${Number.isNaN(postgres) ? '?' : postgres.toFixed(3)}`
}

export function machine(database: string): string {
  const [load = 0] = loadavg()
  const [processor] = cpus()
  return `${cpus().length} processors (${processor?.model.trim()}), shared by the load, the server and the database; Node ${process.versions.node}, ${database}. Load average before: ${load.toFixed(1)}.`
}

/** Shows a section and puts it in the place of the one with the same heading in the file of results. */
export function publish(
  heading: string,
  text: string,
  { isKept, file: name = FILE }: { isKept: boolean; file?: string },
): void {
  const file = new URL(name, import.meta.url)
  const share = `Of the time that the processors had work, their host gave ${(stolen() * 100).toFixed(0)} % to others.`
  const section = `## ${heading}\n\n${text}\n\n${share}\n`
  console.log(`\n${section}`)
  if (!isKept) return
  const old = existsSync(file) ? readFileSync(file, 'utf8') : TITLE
  const others = old.split(/\n(?=## )/).filter((part) => !part.startsWith(`## ${heading}\n`))
  writeFileSync(file, `${[...others.map((part) => part.trimEnd()), section.trimEnd()].join('\n\n')}\n`)
}
