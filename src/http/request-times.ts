const NAME = 'innkeeper_http_request_seconds'
const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  labels: string
  /** How many took no longer than each bound, and no shorter than the one before; at the end those above all. */
  counts: number[]
  sumSeconds: number
}

/**
 * How long answers took, as Prometheus reads it. prom-client puts the labels of a histogram together and looks them up
 * at every count, which took about a twentieth of what a request to the gateway costs.
 */
export function createRequestTimes() {
  // By one thing after the other: a name put together for each answer would have to be hashed anew each time.
  const routes = new Map<string, Map<string, Map<number, Series>>>()

  function begun(method: string, route: string, status: number): Series {
    // A route is written by us, and a method known to Node: nothing in them needs to be escaped.
    const labels = `method="${method}",route="${route}",status="${status}"`
    const series = { labels, counts: Array.from(BOUNDS_SECONDS, () => 0).concat(0), sumSeconds: 0 }
    const methods = routes.get(route) ?? new Map<string, Map<number, Series>>()
    const statuses = methods.get(method) ?? new Map<number, Series>()
    routes.set(route, methods.set(method, statuses.set(status, series)))
    return series
  }

  return {
    note(method: string, route: string, status: number, seconds: number): void {
      const found = routes.get(route)?.get(method)?.get(status) ?? begun(method, route, status)
      let at = 0
      while (at < BOUNDS_SECONDS.length && seconds > (BOUNDS_SECONDS[at] ?? 0)) at += 1
      found.counts[at] = (found.counts[at] ?? 0) + 1
      found.sumSeconds += seconds
    },
    text(): string {
      const lines = [...routes.values()].flatMap((methods) =>
        [...methods.values()].flatMap((statuses) => [...statuses.values()].flatMap(linesOf)),
      )
      return [
        `# HELP ${NAME} Time to answer, by method, route and status.`,
        `# TYPE ${NAME} histogram`,
        ...lines,
        '',
      ].join('\n')
    },
  }
}

function linesOf({ labels, counts, sumSeconds }: Series): string[] {
  let count = 0
  const buckets = counts.map((more, index) => {
    count += more
    return `${NAME}_bucket{le="${BOUNDS_SECONDS[index] ?? '+Inf'}",${labels}} ${count}`
  })
  return [...buckets, `${NAME}_sum{${labels}} ${sumSeconds}`, `${NAME}_count{${labels}} ${count}`]
}
