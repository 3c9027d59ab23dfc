import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { Icon, Spinner } from '../../design/icon.tsx'
import { StateLine } from '../../design/note.tsx'
import { useWords } from '../../language/language.tsx'
import { TalkLog } from '../parts/talk-log.tsx'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { useSay, useStop } from './assistant-changes.ts'
import { Composer } from './composer.tsx'
import type { SessionView } from './session-view.ts'
import { namesIn } from './spoken.ts'
import { TurnView } from './turn-view.tsx'
import { useAgentSession } from './use-agent-session.ts'
import { assistantWords } from './words/assistant-words.ts'

/** One session as it goes on. */
export function SessionPane({ sessionId, onBack }: { sessionId: string; onBack(): void }): ReactNode {
  const words = useWords(assistantWords)
  const session = useAgentSession(sessionId)
  const { view, isLive, error, show } = session
  const [text, setText] = useState('')
  const putBack = (said: string): void => setText((now) => [said, now].filter(Boolean).join('\n\n'))
  const say = useSay(sessionId, session, putBack)
  const { stop, isBusy } = useStop(sessionId)
  useNews(view)
  const { state, runId, turns, isCaughtUp, ended } = view
  const isStoppable = state !== 'idle'
  const stopIt = (): void => {
    if (isStoppable) stop(runId)
  }
  useKeys({ r: () => document.getElementById('saying')?.focus(), '.': stopIt }, { r: words.write, '.': words.stop })
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (text.trim() === '') return
    say(text.trim())
    setText('')
  }
  if (error !== undefined) return <LoadFailure error={error} onRetry={() => location.reload()} />
  if (!isCaughtUp && turns.length === 0) return <Waiting />
  return (
    <section
      aria-label={words.title}
      className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto max-lg:h-[calc(100dvh-3.5rem)]"
    >
      <button
        type="button"
        className="inline-flex min-h-11 items-center gap-1 self-start rounded-control px-3 text-accent-text hover:bg-sunken lg:hidden"
        onClick={onBack}
      >
        <Icon name="chevronLeft" className="size-5" />
        {words.back}
      </button>
      <h1 className="sr-only">{words.title}</h1>
      <Turns view={view} show={show} />
      <form className="border-t border-line px-4 pt-3 pb-4 lg:px-6" onSubmit={submit}>
        <div className="mx-auto grid max-w-3xl gap-2">
          {isLive ? null : (
            <StateLine tone="warn" icon="noSignal">
              {words.reconnecting}
            </StateLine>
          )}
          {ended === undefined ? null : (
            <StateLine tone="danger" icon="alert">
              {words.ended}
            </StateLine>
          )}
          <Composer text={text} onText={setText}>
            {isStoppable ? (
              <Button icon="stop" busy={isBusy} onClick={stopIt}>
                {words.stop}
              </Button>
            ) : null}
          </Composer>
        </div>
      </form>
    </section>
  )
}

interface TurnsProps {
  view: SessionView
  show: ReturnType<typeof useAgentSession>['show']
}

/** All that was said and done. */
function Turns({ view, show }: TurnsProps): ReactNode {
  const words = useWords(assistantWords)
  const { turns, state } = view
  const names = namesIn(turns)
  return (
    <TalkLog label={words.conversation} entries={turns} className="py-6" isWriting={state === 'running'}>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-4">
        {turns.map((turn) => (
          <TurnView key={turn.id} turn={turn} names={names} show={show} />
        ))}
        {state === 'idle' || state === 'asking' ? null : (
          <p className="flex items-center gap-2 text-small text-soft">
            <Spinner className="size-4" />
            {state === 'queued' ? words.queued : words.working}
          </p>
        )}
      </div>
    </TalkLog>
  )
}

/** The list beside it shows what goes on, too. */
function useNews({ state }: SessionView): void {
  const client = useQueryClient()
  const { id } = useDesk()
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== state) void client.invalidateQueries({ queryKey: [id, 'agent-sessions'] })
    before.current = state
  }, [client, id, state])
}
