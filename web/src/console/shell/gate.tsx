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
import { SignIn } from './sign-in.tsx'
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
  if (state.kind === 'out') return <SignIn reason={state.reason} email={state.email} />
  if (state.kind === 'in') return <Outlet />
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

function useMyWorkspaces(): { workspaces: readonly MyWorkspace[] | undefined } {
  const { api } = useConsole()
  const { data } = useQuery({
    queryKey: ['me', 'workspaces'],
    queryFn: ({ signal }) => api.read<{ items: MyWorkspace[] }>('/api/app/v1/me/workspaces', { limit: 100 }, signal),
  })
  return { workspaces: data?.items }
}

/** The workspace in the address, for those who are in it. */
export function WorkspaceGate(): ReactNode {
  const { workspaceId } = useParams({ from: '/$workspaceId' })
  const { workspaces } = useMyWorkspaces()
  const words = useWords(shellWords)
  const state = useSession()
  const entered = workspaces?.find(({ id }) => id === workspaceId)
  useEffect(() => {
    if (entered) writeText(LAST, entered.id)
  }, [entered])
  const value = useMemo(() => {
    if (!entered || !workspaces || state.kind !== 'in') return undefined
    return { ...entered, user: state.user, others: workspaces.filter(({ id }) => id !== entered.id) }
  }, [entered, workspaces, state])
  if (!workspaces || state.kind !== 'in') return <Waiting />
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
  const { workspaces } = useMyWorkspaces()
  const words = useWords(shellWords)
  if (!workspaces) return <Waiting />
  const last = readText(LAST)
  const home = workspaces.find(({ id }) => id === last) ?? workspaces[0]
  if (home) return <Navigate to="/$workspaceId/today" params={{ workspaceId: home.id }} replace />
  return (
    <main>
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
