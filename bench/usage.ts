import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** Linux counts processor time in hundredths of a second. */
const TICK_MILLIS = 10

interface ProcessTimes {
  name: string
  parent: number
  ownMillis: number
  /** Of children that have ended. */
  childrenMillis: number
}

function timesOf(pid: number | string): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ticks = (from: number): number => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) * TICK_MILLIS
    return { name, parent: fields[1] ?? 0, ownMillis: ticks(11), childrenMillis: ticks(13) }
  } catch {
    return undefined
  }
}

export function processMillis(pid: number): number {
  return timesOf(pid)?.ownMillis ?? Number.NaN
}

/** Memory that the process holds now. */
export function memoryMegabytes(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    return Number(kilobytes) / 1024
  } catch {
    return Number.NaN
  }
}

/** The processor time of all of PostgreSQL; it cannot be told when that runs elsewhere. */
export async function postgresClock(client: pg.Client): Promise<() => number> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const backend = timesOf(rows[0].pid)
  if (!backend?.name.startsWith('postgres')) return () => Number.NaN
  const { parent } = backend
  return () => {
    const own = timesOf(parent)
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => timesOf(pid))
      .filter((times) => times?.parent === parent)
    const alive = children.reduce((sum, times) => sum + (times?.ownMillis ?? 0), 0)
    return (own?.ownMillis ?? Number.NaN) + (own?.childrenMillis ?? 0) + alive
  }
}

/** Of the time in which there was work for the processors, what the host of a virtual machine gave to others. */
export function stolenClock(): () => number {
  const before = processorTicks()
  return () => {
    const now = processorTicks()
    const stolen = now.stolen - before.stolen
    return stolen / Math.max(1, stolen + now.busy - before.busy)
  }
}

function processorTicks(): { busy: number; stolen: number } {
  try {
    const fields = readFileSync('/proc/stat', 'latin1').split('\n', 1)[0]?.split(/\s+/).slice(1).map(Number) ?? []
    const [user = 0, nice = 0, system = 0, , , interrupt = 0, softInterrupt = 0, stolen = 0] = fields
    return { busy: user + nice + system + interrupt + softInterrupt, stolen }
  } catch {
    return { busy: Number.NaN, stolen: Number.NaN }
  }
}
