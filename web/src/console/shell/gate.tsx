import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, Outlet, useParams } from '@tanstack/react-router'
import { useEffect, useMemo, type ReactNode } from 'react'
import type { MyWorkspace } from '../../../../src/modules/identity/account.schema.ts'
import { Button } from '../../design/button.tsx'
import { Spinner } from '../../design/icon.tsx'
import { Message } from '../../design/message.tsx'
import { useWords } from '../../language/language.tsx'
import { readText, writeText } from '../../offline/small-storage.ts'
import { mayAs, useConsole, useDesk, useSession, WorkspaceContext } from './console-context.ts'
import { LoadFailure } from './failures.tsx'
import { Invitations } from './invitations.tsx'
import { SignIn, SignInAgain } from './sign-in.tsx'
import { shellWords } from './words/shell-words.ts'

const LAST = 'console-workspace'

/** Nobody sees a page without a session. */
export function SessionGate(): ReactNode {
  const { session } = useConsole()
  const state = useSession()
  const words = useWords(shellWords)
  useEffect(() => {
    if (state.kind === 'checking') void session.resume()
  }, [state.kind, session])
  const isKept = state.kind === 'out' && state.user !== undefined
  if (state.kind === 'in' || isKept) {
    return (
      <>
        {/* Behind the sign-in, with all that is half written in it. */}
        <div className="contents" hidden={isKept} inert={isKept}>
          <Outlet />
        </div>
        {isKept ? <SignInAgain reason={state.reason} email={state.user?.email} /> : null}
      </>
    )
  }
  if (state.kind === 'out') return <SignIn reason={state.reason} email={undefined} />
  if (state.kind === 'checking') return <Waiting />
  return (
    <main>
      <Message icon="noSignal" title={words.offline.title} text={words.unreachable}>
        <Button look="primary" onClick={() => void session.resume()}>
          {words.tryAgain}
        </Button>
      </Message>
    </main>
  )
}

export function Waiting(): ReactNode {
  const words = useWords(shellWords)
  return (
    <div className="grid min-h-60 flex-1 place-items-center text-soft">
      <Spinner />
      <span className="sr-only">{words.loading}</span>
    </div>
  )
}

function useMyWorkspaces(): { workspaces: readonly MyWorkspace[] | undefined; instead: ReactNode } {
  const { api } = useConsole()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['me', 'workspaces'],
    queryFn: ({ signal }) => api.read<{ items: MyWorkspace[] }>('/api/app/v1/me/workspaces', { limit: 100 }, signal),
  })
  const failure = (
    <main>
      <LoadFailure error={error} onRetry={() => void refetch()} />
    </main>
  )
  return { workspaces: data?.items, instead: isError ? failure : <Waiting /> }
}

/** The workspace in the address, for those who are in it. */
export function WorkspaceGate(): ReactNode {
  const { workspaceId } = useParams({ from: '/$workspaceId' })
  const { workspaces, instead } = useMyWorkspaces()
  const words = useWords(shellWords)
  const state = useSession()
  const user = 'user' in state ? state.user : undefined
  const entered = workspaces?.find(({ id }) => id === workspaceId)
  useEffect(() => {
    if (entered) writeText(LAST, entered.id)
  }, [entered])
  const value = useMemo(() => {
    if (!entered || !workspaces || !user) return undefined
    return { ...entered, user, others: workspaces.filter(({ id }) => id !== entered.id) }
  }, [entered, workspaces, user])
  if (!workspaces || !user) return instead
  if (!value) {
    const { title, text, choose } = words.wrongWorkspace
    return (
      <main>
        <Message icon="unlink" title={title} text={text}>
          <Link to="/" className="inline-flex min-h-11 items-center font-semibold text-accent-text underline">
            {choose}
          </Link>
        </Message>
      </main>
    )
  }
  return (
    <WorkspaceContext key={value.id} value={value}>
      <Outlet />
    </WorkspaceContext>
  )
}

/** `/w/`: the workspace where one was last, else the first. */
export function HomePage(): ReactNode {
  const { workspaces, instead } = useMyWorkspaces()
  const words = useWords(shellWords)
  if (!workspaces) return instead
  const last = readText(LAST)
  const home = workspaces.find(({ id }) => id === last) ?? workspaces[0]
  if (home) return <Navigate to="/$workspaceId/today" params={{ workspaceId: home.id }} replace />
  return (
    <main>
      <Invitations />
      <Message icon="users" title={words.noWorkspace.title} text={words.noWorkspace.text} />
    </main>
  )
}

/** For pages of a role. */
export function RoleGate({ needs, children }: { needs: MyWorkspace['role']; children: ReactNode }): ReactNode {
  const words = useWords(shellWords)
  const { role } = useDesk()
  if (mayAs(role, needs)) return children
  return <Message icon="key" title={words.forbidden.title} text={words.forbidden.text} />
}
