import type { AuthUser } from '../../../../src/modules/identity/session.schema.ts'
import { observable } from '../../offline/observable.ts'
import { openLeaving } from './leaving.ts'
import { Problem, problemIn, SignedOut, Unreachable } from './problem.ts'
import { tabsOf } from './tabs.ts'

/** Renewed this long before it runs out, so that no request meets its end on the way. */
const MARGIN_MILLIS = 60_000

export type SessionState =
  | { kind: 'checking' | 'unreachable' }
  /** With whoever was here, unless they went by themselves. */
  | { kind: 'out'; reason: string | undefined; user?: AuthUser | undefined }
  | { kind: 'in'; user: AuthUser }

interface Grant {
  accessToken: string
  expiresAt: number
  user: AuthUser
}

export interface Session {
  subscribe(listener: () => void): () => void
  state(): SessionState
  /** Looks whether the browser is signed in. */
  resume(): Promise<void>
  signIn(email: string, password: string): Promise<void>
  signOut(): Promise<void>
  /** A token that is good; a new one when `refused` names the one at hand. */
  token(refused?: string): Promise<string>
}

/** The person at this browser. Scripts have the access token only while the page is open, and never the refresh token. */
export function openSession(base: string): Session {
  const address = `${base}/api/app/v1/session`
  const store = observable<{ state: SessionState }>({ state: { kind: 'checking' } })
  const leaving = openLeaving(address)
  let grant: Grant | undefined
  /** Whose page this is. What is still under way in it is theirs, and is not sent by whoever signs in after them. */
  let ownerId: string | undefined
  /** How often somebody has left: what was asked for before that lets nobody in. */
  let leaves = 0
  const set = (state: SessionState): void => store.change({ state })
  const tabs = tabsOf<{ grant: Grant } | { out: string | undefined }>('innkeeper-session', (news) => {
    if ('grant' in news) take(news.grant)
    else leave(news.out)
  })

  function take(next: Grant): void {
    grant = next
    ownerId ??= next.user.id
    const { state } = store.get()
    if (state.kind !== 'in' || state.user.id !== next.user.id) set({ kind: 'in', user: next.user })
  }
  function leave(reason: string | undefined): void {
    const user = reason === undefined ? undefined : grant?.user
    grant = undefined
    leaves += 1
    if (store.get().state.kind !== 'out') set({ kind: 'out', reason, user })
  }

  function enter(next: Grant): Grant {
    take(next)
    tabs.tell({ grant: next })
    return next
  }

  /** One tab after the other: a refresh token that is used twice ends the session. */
  const renew = (refused: string | undefined): Promise<Grant> => {
    const leavesBefore = leaves
    return tabs.alone(async () => {
      // Another tab may have done it while we waited.
      if (isUsable(grant, refused)) return grant
      let next: Grant
      try {
        // Whoever has signed out is not let in again by what could not be ended then.
        if (!(await leaving.settled())) throw new SignedOut()
        next = await askAt(`${address}/refresh`)
      } catch (error) {
        if (!(error instanceof Problem && error.status === 401)) throw error
        if (leaves === leavesBefore) {
          leave(error.reason)
          tabs.tell({ out: error.reason })
        }
        throw new SignedOut()
      }
      if (leaves !== leavesBefore) throw new SignedOut()
      return enter(next)
    })
  }

  let renewal: Promise<Grant> | undefined
  async function token(refused?: string): Promise<string> {
    // Nothing is asked for behind the sign-in.
    if (!isUsable(grant, refused) && store.get().state.kind === 'out') throw new SignedOut()
    const renewed = (): Promise<Grant> => (renewal ??= renew(refused).finally(() => (renewal = undefined)))
    const { accessToken, user } = isUsable(grant, refused) ? grant : await renewed()
    if (user.id !== ownerId) throw new SignedOut()
    return accessToken
  }

  return {
    subscribe: store.subscribe,
    state: () => store.get().state,
    token,
    async resume() {
      try {
        await token()
      } catch (error) {
        if (!(error instanceof SignedOut)) set({ kind: 'unreachable' })
      }
    },
    async signIn(email, password) {
      if (!(await leaving.settled())) throw new Unreachable('')
      enter(await askAt(address, { email, password }))
    },
    async signOut() {
      // Seen at once, whether or not the server is there.
      leave(undefined)
      tabs.tell({ out: undefined })
      await leaving.begin()
    },
  }
}

function isUsable(grant: Grant | undefined, refused: string | undefined): grant is Grant {
  return grant !== undefined && grant.accessToken !== refused && grant.expiresAt - Date.now() > MARGIN_MILLIS
}

async function askAt(address: string, body?: object): Promise<Grant> {
  // Kept alive: an answer that a reload breaks off would take the next refresh token with it.
  const response = await fetch(address, {
    method: 'POST',
    keepalive: true,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  }).catch((cause: unknown) => {
    throw new Unreachable('', { cause })
  })
  if (!response.ok) throw await problemIn(response)
  const { accessToken, expiresIn, user }: Omit<Grant, 'expiresAt'> & { expiresIn: number } = await response.json()
  return { accessToken, user, expiresAt: Date.now() + expiresIn * 1000 }
}
