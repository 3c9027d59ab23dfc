import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Meeting, MeetingLine } from '../../../../src/modules/meetings/meeting.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { Card, Prose, Section } from '../../design/card.tsx'
import { Icon } from '../../design/icon.tsx'
import { Joined } from '../../design/joined.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { Empty } from '../parts/empty.tsx'
import { More, usePaged } from '../parts/paged.tsx'
import { useDesk, type Desk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import type { Page } from '../shell/request.ts'
import { meetingState } from './meeting-state.ts'
import { inboxWords } from './words/inbox-words.ts'

const route = getRouteApi('/$workspaceId/frame/meetings/{-$meetingId}')
const LINES_MAX = 100

type Asker = Pick<Desk, 'id' | 'api' | 'desk'>

function meetingQuery({ id, api, desk }: Asker, meetingId: string) {
  return queryOptions({
    queryKey: [id, 'meetings', meetingId],
    async queryFn({ signal }) {
      const path = `${desk}/meetings/${meetingId}`
      const meeting = await api.read<Meeting>(path, {}, signal)
      const lines: MeetingLine[] = []
      for (let total = 1; lines.length < total;) {
        const page = await api.read<Page<MeetingLine>>(
          `${path}/lines`,
          { limit: LINES_MAX, offset: lines.length },
          signal,
        )
        lines.push(...page.items)
        total = page.items.length === 0 ? 0 : page.pagination.total
      }
      return { meeting, lines }
    },
  })
}

/** Meetings that a recorder sat in: what was said, and what came of it. */
export function MeetingsPage(): ReactNode {
  const words = useWords(inboxWords)
  const { id: workspaceId } = useDesk()
  const { meetingId } = route.useParams()
  return (
    <div className="relative lg:overflow-y-auto">
      <PageHeader
        title={words.meetings.title}
        aside={
          <Link
            {...(meetingId === undefined
              ? { to: '/$workspaceId/inbox/{-$conversationId}' as const }
              : { to: '/$workspaceId/meetings/{-$meetingId}' as const })}
            params={{ workspaceId, conversationId: undefined, meetingId: undefined }}
            className="inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-accent-text hover:bg-sunken"
          >
            <Icon name="chevronLeft" className="size-5" />
            {meetingId === undefined ? words.title : words.meetings.all}
          </Link>
        }
      />
      <div className="px-4 pb-16 lg:px-6">{meetingId === undefined ? <List /> : <Open meetingId={meetingId} />}</div>
    </div>
  )
}

function List(): ReactNode {
  const words = useWords(inboxWords)
  const { format } = useLanguage()
  const desk = useDesk()
  const { items, error, retry, more } = usePaged<Meeting>([desk.id, 'meetings', 'list'], `${desk.desk}/meetings`)
  if (!items) return error ? <LoadFailure error={error} onRetry={retry} /> : <Waiting />
  if (items.length === 0) return <Empty icon="users" title={words.meetings.none} text={words.meetings.noneText} />
  return (
    <>
      <ul className="grid max-w-3xl gap-2">
        {items.map((meeting) => (
          <li key={meeting.id}>
            <Card>
              <Link
                to="/$workspaceId/meetings/{-$meetingId}"
                params={{ workspaceId: desk.id, meetingId: meeting.id }}
                className="grid grid-cols-1 gap-1 rounded-card p-4 hover:bg-sunken"
              >
                <span className="flex flex-wrap items-center gap-2">
                  <span className="font-semibold wrap-anywhere">{meeting.title ?? words.meetings.untitled}</span>
                  <Badge>{words.meetings.states[meetingState(meeting)]}</Badge>
                </span>
                <span className="text-small text-soft">
                  {format.briefAt(meeting.startedAt ?? meeting.createdAt, desk.timezone)}
                </span>
                {meeting.summary === null ? null : (
                  <span className="line-clamp-2 wrap-anywhere">{meeting.summary}</span>
                )}
              </Link>
            </Card>
          </li>
        ))}
      </ul>
      {error ? <LoadFailure error={error} onRetry={retry} /> : null}
      <More onSeen={more} />
    </>
  )
}

function Open({ meetingId }: { meetingId: string }): ReactNode {
  const words = useWords(inboxWords)
  const { data, isPending, error, refetch } = useQuery(meetingQuery(useDesk(), meetingId))
  if (isPending) return <Waiting />
  if (!data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  const { meeting, lines } = data
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <Section title={meeting.title ?? words.meetings.untitled}>
        <Card className="grid gap-2 p-4 wrap-anywhere">
          {meeting.summary === null ? (
            <p className="text-soft">{words.meetings.noSummary}</p>
          ) : (
            <Prose>{meeting.summary}</Prose>
          )}
        </Card>
      </Section>
      <Section title={words.transcript}>
        <Card className="p-4">
          {lines.length === 0 ? <p className="text-soft">{words.meetings.nothingSaid}</p> : null}
          <dl className="grid gap-2">
            {lines.map(({ beginsAtSeconds, speaker, text }) => (
              <div key={`${beginsAtSeconds} ${speaker} ${text}`} className="wrap-anywhere">
                <dt className="text-small font-semibold text-soft">
                  <Joined parts={[speaker, clock(beginsAtSeconds)]} />
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </Card>
      </Section>
    </div>
  )
}

/** Since the recording began. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
