import { useQueryClient } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'
import { useConsole } from './console-context.ts'
import { LoadFailure } from './failures.tsx'
import { Waiting } from './gate.tsx'

type Load<Name extends string, Props> = () => Promise<Record<Name, ComponentType<Props>>>

/** A page that is loaded with its first visit. */
export function page<Name extends string>(load: Load<Name, object>, name: Name) {
  return lazyRouteComponent(() => late(load, name))
}

/**
 * What cannot be loaded says so in its own place, and is tried again there. Left to the router the document
 * would be loaded anew: without a server that throws away the console and what it has not sent yet.
 */
export async function late<Name extends string, Props extends object>(
  load: Load<Name, Props>,
  name: Name,
): Promise<{ default: ComponentType<Props> }> {
  try {
    return { default: (await load())[name] }
  } catch {
    return { default: retried(load, name) }
  }
}

function retried<Name extends string, Props extends object>(load: Load<Name, Props>, name: Name): ComponentType<Props> {
  let found: ComponentType<Props> | undefined
  return function Retried(props: Props): ReactNode {
    const [Page, setPage] = useState(() => found)
    const [failure, setFailure] = useState<unknown>()
    const renew = useRenewal(name)
    async function tryAgain(isAsked: boolean): Promise<void> {
      setFailure(undefined)
      try {
        found = (await load())[name]
        setPage(() => found)
      } catch (error) {
        if (!(await renew(isAsked))) setFailure(error)
      }
    }
    const begin = useEffectEvent(() => {
      if (!found) void tryAgain(false)
    })
    useEffect(() => begin(), [])
    if (Page) return <Page {...props} />
    return failure === undefined ? <Waiting /> : <LoadFailure error={failure} onRetry={() => void tryAgain(true)} />
  }
}

/**
 * A server that answers but has not got the part is a newer one, or the browser remembers an earlier failure
 * (Chromium does): either way the console is loaded anew, unless something is unsent.
 */
function useRenewal(name: string): (isAsked: boolean) => Promise<boolean> {
  const { base } = useConsole()
  const client = useQueryClient()
  const place = `innkeeper.renewed:${name}`
  return async (isAsked) => {
    const answer = await fetch(`${base}/w/`, { cache: 'no-store' }).catch(() => undefined)
    if (!answer?.ok || client.isMutating() > 0) return false
    // By itself only once: what is still missing then would be asked for without end.
    if (!isAsked && sessionStorage.getItem(place) !== null) return false
    sessionStorage.setItem(place, '1')
    location.reload()
    return true
  }
}
