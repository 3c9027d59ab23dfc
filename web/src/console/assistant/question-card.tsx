import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Interaction } from '../../../../src/modules/agents/interaction.schema.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { TextField } from '../../design/field.tsx'
import { Icon } from '../../design/icon.tsx'
import { StateLine } from '../../design/note.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useFocusHere } from '../parts/focus.ts'
import { bringIntoSight } from '../parts/in-sight.ts'
import { useDesk, useRole } from '../shell/console-context.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { AnswerForm } from './answer-form.tsx'
import { useResolve } from './assistant-changes.ts'
import { questionIn } from './plain-words.ts'
import { fieldName, toolName } from './tool-call-view.tsx'
import type { OpenSession } from './use-agent-session.ts'
import { assistantWords } from './words/assistant-words.ts'

interface QuestionCardProps {
  interaction: Interaction
  show?: OpenSession['show']
}

/** What an agent asks, answered where it is asked. */
export function QuestionCard({ interaction, show }: QuestionCardProps): ReactNode {
  const words = useWords(assistantWords)
  const { format } = useLanguage()
  const { timezone } = useDesk()
  const { kind, status, tool_call: call, expires_at: expiresAt } = interaction
  const { title, changes, rest } = questionIn(interaction.message)
  const isApproval = kind === 'tool_approval'
  const isGrave = call?.effect === 'destructive'
  const wish = call ? toolName(words, call.name) : title
  // Before the colon the server names the tool, in English.
  const about = isApproval ? (call ? title.split(': ').slice(1).join(': ') : '') : title
  return (
    <Card className={`grid gap-3 p-4 ${isGrave && status === 'pending' ? 'border-danger-text' : ''}`}>
      <p className="flex items-center gap-2 text-small font-semibold text-soft">
        <Icon name={isApproval ? 'hourglass' : 'question'} className="size-4" />
        {isApproval ? words.wantsTo(wish) : words.asks}
      </p>
      {about === '' ? null : <p className="font-semibold wrap-anywhere">{about}</p>}
      {rest.map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
      {changes.length === 0 ? null : (
        <dl
          aria-label={words.whatChanges}
          className="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-4 gap-y-1.5 rounded-control bg-sunken p-3 text-label"
        >
          {changes.map(({ field, before, after }) => (
            <div key={field} className="contents">
              <dt className="wrap-anywhere text-soft">{fieldName(words, field)}</dt>
              <dd className="wrap-anywhere whitespace-pre-line">
                {before === undefined ? null : (
                  <>
                    <del className="text-soft">
                      <span className="sr-only">{words.before}: </span>
                      {before}
                    </del>
                    <Icon name="arrowRight" className="mx-2 inline size-4 text-soft" />
                    <span className="sr-only">{words.after}: </span>
                  </>
                )}
                {after}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {isGrave ? (
        <StateLine tone="danger" icon="alert">
          {words.grave}
        </StateLine>
      ) : null}
      {status === 'pending' ? (
        <>
          <Deciding interaction={interaction} {...(show && { show })} />
          <p className="text-small text-soft">{words.until(format.recentAt(expiresAt, timezone))}</p>
        </>
      ) : (
        <Outcome interaction={interaction} />
      )}
    </Card>
  )
}

/** For whoever is asked; everybody else sees whom it waits for. */
function Deciding({ interaction, show }: QuestionCardProps): ReactNode {
  const words = useWords(assistantWords)
  const { user } = useDesk()
  const { may } = useRole()
  const { user_ids: userIds, roles } = interaction.assigned_to
  if (!userIds.includes(user.id) && !roles.some(may)) {
    return (
      <StateLine tone="warn" icon="hourglass">
        {words.waitsForOther}
      </StateLine>
    )
  }
  const props = { interaction, ...(show && { show }) }
  return interaction.kind === 'tool_approval' ? <Approving {...props} /> : <Answering {...props} />
}

function Approving({ interaction, show }: QuestionCardProps): ReactNode {
  const words = useWords(assistantWords)
  const { resolve, isBusy } = useResolve(show)
  const [isDeclining, setDeclining] = useState(false)
  const decline = useRef<HTMLButtonElement>(null)
  const cancel = (): void => {
    flushSync(() => setDeclining(false))
    decline.current?.focus()
  }
  if (isDeclining) {
    return (
      <DeclineForm
        isBusy={isBusy}
        onDecline={(reason) => resolve(interaction, { decision: 'reject', ...(reason !== '' && { reason }) })}
        onCancel={cancel}
      />
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="primary" icon="check" busy={isBusy} onClick={() => resolve(interaction, { decision: 'approve' })}>
        {words.approve}
      </Button>
      <Button ref={decline} onClick={() => setDeclining(true)}>
        {words.decline}
      </Button>
    </div>
  )
}

interface DeclineFormProps {
  isBusy: boolean
  onDecline(reason: string): void
  onCancel(): void
}

/** In place of the button that was pressed: it has the focus, and all of it is in sight. */
function DeclineForm({ isBusy, onDecline, onCancel }: DeclineFormProps): ReactNode {
  const words = useWords(assistantWords)
  const shell = useWords(shellWords)
  const reason = useFocusHere<HTMLTextAreaElement>()
  function decline(event: FormEvent): void {
    event.preventDefault()
    onDecline(reason.current?.value.trim() ?? '')
  }
  return (
    <form ref={bringIntoSight} className="grid scroll-mb-4 gap-2" onSubmit={decline}>
      <TextField ref={reason} label={words.why} hint={words.whyHint} name="reason" maxLength={2000} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="danger" busy={isBusy}>
          {words.decline}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {shell.cancel}
        </Button>
      </div>
    </form>
  )
}

function Answering({ interaction, show }: QuestionCardProps): ReactNode {
  const words = useWords(assistantWords)
  const { resolve, isBusy } = useResolve(show)
  const respond = (payload: Record<string, unknown>): void => resolve(interaction, { decision: 'respond', payload })
  const { kind, options, response_schema: schema } = interaction
  return (
    <div className="grid gap-3">
      {kind === 'choice' ? (
        <div className="flex flex-wrap gap-2">
          {options.map(({ id, label }) => (
            <Button key={id} busy={isBusy} onClick={() => respond({ option: id })}>
              {label}
            </Button>
          ))}
        </div>
      ) : (
        <AnswerForm schema={schema} isBusy={isBusy} onAnswer={respond} />
      )}
      <div>
        <Button look="quiet" busy={isBusy} onClick={() => resolve(interaction, { decision: 'cancel' })}>
          {words.notNow}
        </Button>
      </div>
    </div>
  )
}

function Outcome({ interaction: { status, resolution, options } }: { interaction: Interaction }): ReactNode {
  const words = useWords(assistantWords)
  if (status !== 'resolved' || !resolution) {
    return (
      <StateLine tone="plain" icon="clock">
        {status === 'expired' ? words.expired : words.cancelled}
      </StateLine>
    )
  }
  const { decision, reason, payload } = resolution
  const isYes = decision !== 'reject' && decision !== 'cancel'
  const chosen = options.find(({ id }) => id === payload?.['option'])?.label
  const said =
    chosen ??
    Object.values(payload ?? {})
      .map(String)
      .join(', ')
  return (
    <>
      <StateLine tone={isYes ? 'good' : 'plain'} icon={isYes ? 'check' : 'x'}>
        {words.decisions[decision]}
      </StateLine>
      {said === '' ? null : <p className="wrap-anywhere">{said}</p>}
      {reason === null ? null : <p className="wrap-anywhere text-soft">{reason}</p>}
    </>
  )
}
