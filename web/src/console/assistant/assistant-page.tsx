import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AgentSessionView } from '../../../../src/modules/agents/agent-session.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { buttonClass } from '../../design/button.tsx'
import { Icon, Spinner } from '../../design/icon.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { LongList, type RowPlace } from '../parts/long-list.tsx'
import { usePaged } from '../parts/paged.tsx'
import { useDesk } from '../shell/console-context.ts'
import { useKeys } from '../shell/keyboard.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { NewSession } from './new-session.tsx'
import { SessionPane } from './session-pane.tsx'
import { assistantWords } from './words/assistant-words.ts'

const route = getRouteApi('/$workspaceId/frame/assistant/{-$sessionId}')
const ROW_HEIGHT = 72

/** Talks with the agents of the workspace: those there were, and the one that goes on. */
export function AssistantPage(): ReactNode {
  const words = useWords(assistantWords)
  const { id: workspaceId } = useDesk()
  const navigate = useNavigate()
  const { sessionId } = route.useParams()
  const go = (open: string | undefined): void =>
    void navigate({ to: '/$workspaceId/assistant/{-$sessionId}', params: { workspaceId, sessionId: open } })
  const isOpen = sessionId !== undefined
  useKeys({ n: () => go(undefined), ...(isOpen && { Escape: () => go(undefined) }) }, { n: words.newSession })
  return (
    <div className="flex min-h-0 flex-1 flex-col-reverse lg:flex-row">
      <div
        className={`min-h-0 w-full flex-col border-line lg:w-80 lg:shrink-0 lg:border-r ${isOpen ? 'hidden lg:flex' : 'flex'}`}
      >
        <div className="hidden lg:block">
          <PageHeader
            title={words.title}
            isBeside
            actions={
              <Link
                to="/$workspaceId/assistant/{-$sessionId}"
                params={{ workspaceId, sessionId: undefined }}
                className={buttonClass({ look: 'tinted' })}
              >
                <Icon name="plus" className="size-5" />
                {words.newSession}
              </Link>
            }
          />
        </div>
        <Sessions openId={sessionId} onOpen={go} />
      </div>
      {isOpen ? <SessionPane key={sessionId} sessionId={sessionId} onBack={() => go(undefined)} /> : <NewSession />}
    </div>
  )
}

function Sessions({ openId, onOpen }: { openId: string | undefined; onOpen(sessionId: string): void }): ReactNode {
  const words = useWords(assistantWords)
  const { id: workspaceId, desk } = useDesk()
  const list = usePaged<AgentSessionView>([workspaceId, 'agent-sessions'], `${desk}/agent-sessions`)
  return (
    <>
      {list.items?.length === 0 ? null : (
        <h2 className="px-4 pt-4 pb-2 text-small font-medium text-soft lg:sr-only">{words.earlier}</h2>
      )}
      <LongList
        label={words.earlier}
        list={list}
        empty={<p className="px-4 py-3 text-soft lg:px-6">{words.noSessions}</p>}
        rowHeight={ROW_HEIGHT}
        className="min-h-40 border-t border-line bg-surface"
        openId={openId}
        onOpen={({ id }) => onOpen(id)}
        renderRow={(session, place) => <SessionRow session={session} place={place} isOpen={session.id === openId} />}
      />
    </>
  )
}

interface SessionRowProps {
  session: AgentSessionView
  place: RowPlace
  isOpen: boolean
}

function SessionRow({ session, place, isOpen }: SessionRowProps): ReactNode {
  const words = useWords(assistantWords)
  const { format } = useLanguage()
  const { id: workspaceId, timezone } = useDesk()
  const { id: sessionId, title, updatedAt, pendingCount, isRunning } = session
  return (
    <Link
      to="/$workspaceId/assistant/{-$sessionId}"
      params={{ workspaceId, sessionId }}
      data-index={place.index}
      aria-current={isOpen ? 'true' : undefined}
      onFocus={place.onFocus}
      className={`grid h-full content-center gap-0.5 border-b border-line px-4 outline-offset-[-3px] lg:px-6 ${isOpen ? 'bg-accent-ground' : place.isCurrent ? 'bg-sunken' : 'hover:bg-sunken'}`}
    >
      <span className="truncate font-medium">{title ?? words.untitled}</span>
      <span className="flex items-center gap-2 text-small text-soft">
        <time dateTime={updatedAt}>{format.recentAt(updatedAt, timezone)}</time>
        {pendingCount > 0 ? <Badge tone="warn">{words.asksYou}</Badge> : null}
        {isRunning ? (
          <>
            <Spinner className="size-4" />
            {words.working}
          </>
        ) : null}
      </span>
    </Link>
  )
}
