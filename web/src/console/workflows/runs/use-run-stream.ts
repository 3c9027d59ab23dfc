import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useDesk, useSession } from '../../shell/console-context.ts'
import { followRun } from './run-stream.ts'

const GATHER_MILLIS = 150

/** While a run is under way, what the page shows of it is asked for again with each piece of news. */
export function useRunStream(runId: string, isUnderWay: boolean): { isLive: boolean } {
  const client = useQueryClient()
  const { id, api, open } = useDesk()
  const isIn = useSession().kind === 'in'
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    if (!isUnderWay || !isIn) return undefined
    const life = new AbortController()
    const news = gathered(() => void client.invalidateQueries({ queryKey: [id, 'run', runId] }))
    void followRun({
      api,
      path: `${open}/workflow-runs/${runId}/events`,
      signal: life.signal,
      onLive: setLive,
      onNews: news.note,
    })
    return () => {
      life.abort()
      news.stop()
      setLive(false)
    }
  }, [client, id, api, open, runId, isUnderWay, isIn])
  return { isLive }
}

/** Steps come in quick succession: they are asked for together. */
function gathered(work: () => void): { note(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    note() {
      timer ??= setTimeout(() => {
        timer = undefined
        work()
      }, GATHER_MILLIS)
    },
    stop: () => clearTimeout(timer),
  }
}
