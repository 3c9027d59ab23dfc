import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { Icon, Spinner } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { followChanges, type Connection } from './changes.ts'
import { useDesk, useSession } from './console-context.ts'
import { keepFresh } from './freshness.ts'
import { shellWords } from './words/shell-words.ts'

/** A stream that is opened anew at once is no news. */
const PATIENCE_MILLIS = 2500

/** Keeps what is shown up to date, and says so when it cannot. */
export function ConnectionNote(): ReactNode {
  const words = useWords(shellWords)
  const connection = useLiveWorkspace()
  const isOnline = useOnline()
  const isLost = useLate(connection === 'lost' || connection === 'refused')
  if (isOnline && !isLost) return null
  return (
    <div
      role="status"
      className="flex items-start gap-3 border-b border-line bg-warn-ground px-4 py-2.5 text-warn-text"
    >
      {isOnline ? <Spinner className="mt-0.5 size-5" /> : <Icon name="noSignal" className="mt-0.5 size-5" />}
      <p className="min-w-0">
        <span className="font-semibold">{isOnline ? words.reconnecting : words.offline.title}.</span>{' '}
        {words.offline.text}
      </p>
    </div>
  )
}

function useLiveWorkspace(): Connection {
  const client = useQueryClient()
  const { id, api } = useDesk()
  const isIn = useSession().kind === 'in'
  const [connection, setConnection] = useState<Connection>('connecting')
  useEffect(() => {
    if (!isIn) return undefined
    const freshness = keepFresh(client, id)
    const stop = followChanges({
      api,
      workspaceId: id,
      onChange: freshness.note,
      onReset: freshness.reset,
      onConnection(next) {
        setConnection(next)
        // The gate looks whether one is still in it.
        if (next === 'refused') void client.invalidateQueries({ queryKey: ['me', 'workspaces'] })
        // What could not be asked for while the server was away.
        if (next === 'live')
          void client.refetchQueries({ predicate: ({ state }) => state.status === 'error', type: 'active' })
      },
    })
    return () => {
      stop()
      freshness.stop()
      setConnection('connecting')
    }
  }, [client, id, api, isIn])
  return connection
}

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const look = (): void => setOnline(navigator.onLine)
    window.addEventListener('online', look)
    window.addEventListener('offline', look)
    return () => {
      window.removeEventListener('online', look)
      window.removeEventListener('offline', look)
    }
  }, [])
  return isOnline
}

/** True when it has been so for a while. */
function useLate(isSo: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isSo) return setLate(false)
    const timer = setTimeout(() => setLate(true), PATIENCE_MILLIS)
    return () => clearTimeout(timer)
  }, [isSo])
  return isLate
}
