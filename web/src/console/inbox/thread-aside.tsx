import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Conversation } from '../../../../src/modules/conversations/conversation.schema.ts'
import type { Message } from '../../../../src/modules/conversations/message.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { StatusSign } from '../tasks/task-signs.tsx'
import { conversationTasksQuery, participantsQuery, stayQuery } from './inbox-queries.ts'
import { KnowledgeFinder } from './knowledge-finder.tsx'
import { inboxWords } from './words/inbox-words.ts'

interface ThreadAsideProps {
  conversation: Conversation
  messages: readonly Message[]
  onPut(text: string): void
  onTask(): void
}

/** What there is to know for an answer: the stay, the work that came of it, and what the house knows. */
export function ThreadAside({ conversation, messages, onPut, onTask }: ThreadAsideProps): ReactNode {
  const asked = messages.findLast(({ direction }) => direction === 'in')?.text ?? ''
  return (
    <div className="grid content-start gap-6 xl:p-4">
      <About conversation={conversation} />
      <Participants conversationId={conversation.id} />
      <Tasks conversation={conversation} onTask={onTask} />
      <KnowledgeFinder asked={asked} propertyId={conversation.propertyId} onPut={onPut} />
    </div>
  )
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <section className="grid gap-2">
      <div className="flex min-h-11 items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

function About({ conversation }: { conversation: Conversation }): ReactNode {
  const words = useWords(inboxWords)
  const { id: workspaceId } = useDesk()
  const { contactName, recipient, propertyId, propertyName, reservationId } = conversation
  return (
    <Part title={words.about}>
      <dl className="grid gap-2 text-small">
        <Line label={words.with}>
          {contactName ?? words.unknown}
          {recipient === null || recipient === contactName ? null : (
            <span className="block wrap-anywhere text-soft">{recipient}</span>
          )}
        </Line>
        {reservationId === null ? null : <Stay reservationId={reservationId} />}
        {propertyId === null ? null : (
          <Line label={words.property}>
            <Link
              to="/$workspaceId/properties/$propertyId"
              params={{ workspaceId, propertyId }}
              className="flex min-h-11 items-center underline"
            >
              {propertyName}
            </Link>
            <Link
              to="/$workspaceId/tasks"
              params={{ workspaceId }}
              search={{ propertyId, isOpen: true }}
              className="flex min-h-11 items-center gap-1 font-medium text-accent-text underline"
            >
              {words.tasksThere}
            </Link>
          </Line>
        )}
      </dl>
    </Part>
  )
}

/** Who is who among those who have spoken. */
function Participants({ conversationId }: { conversationId: string }): ReactNode {
  const words = useWords(inboxWords)
  const { data } = useQuery(participantsQuery(useDesk(), conversationId))
  if (!data || data.items.length === 0) return null
  const more = data.pagination.total - data.items.length
  return (
    <Part title={words.participants}>
      <ul className="grid gap-1">
        {data.items.map(({ kind, id, name, byProgram }) => (
          <li key={`${kind} ${id ?? name}`} className="flex min-w-0 flex-wrap items-center gap-x-2">
            <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
            <span className="text-small text-soft">{words.participantKinds[kind]}</span>
            {byProgram ? <Badge tone="info">{words.byProgram}</Badge> : null}
          </li>
        ))}
        {more > 0 ? <li className="text-small text-soft">{words.participantsMore(more)}</li> : null}
      </ul>
    </Part>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt className="text-soft">{label}</dt>
      <dd className="text-label">{children}</dd>
    </div>
  )
}

function Stay({ reservationId }: { reservationId: string }): ReactNode {
  const words = useWords(inboxWords)
  const { format } = useLanguage()
  const { data: stay } = useQuery(stayQuery(useDesk(), reservationId))
  return (
    <Line label={words.stay}>
      {stay ? format.days(stay.checkinDate, stay.checkoutDate) : '…'}
      {stay?.guests ? <span className="block text-small text-soft">{words.guests(stay.guests)}</span> : null}
    </Line>
  )
}

function Tasks({ conversation, onTask }: Pick<ThreadAsideProps, 'conversation' | 'onTask'>): ReactNode {
  const words = useWords(inboxWords)
  const desk = useDesk()
  const { data } = useQuery(conversationTasksQuery(desk, conversation.id))
  return (
    <Part
      title={words.tasks}
      aside={
        <Button look="quiet" icon="plus" onClick={onTask}>
          {words.newTask}
        </Button>
      }
    >
      {data?.items.length === 0 ? <p className="text-small text-soft">{words.noTasks}</p> : null}
      <ul className="grid gap-2">
        {data?.items.map(({ id, shortId, title, status }) => (
          <li key={id}>
            <Link
              to="/$workspaceId/tasks/$taskId"
              params={{ workspaceId: desk.id, taskId: id }}
              className="grid gap-1 rounded-control border border-line bg-surface p-3 hover:bg-sunken"
            >
              <span className="wrap-anywhere">{title}</span>
              <span className="flex items-center gap-2 text-small text-soft">
                <span className="font-mono">{shortId}</span>
                <StatusSign status={status} />
                <Icon name="arrowRight" className="ml-auto size-4" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}
