import type { ReactNode } from 'react'
import { Badge } from '../../design/badge.tsx'
import { Icon, Spinner } from '../../design/icon.tsx'
import { Joined } from '../../design/joined.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { fieldsIn, laidOut, spaced, type ToolField } from './plain-words.ts'
import type { ToolCall } from './session-view.ts'
import { isId, spokenIn, type Speech } from './spoken.ts'
import { assistantWords } from './words/assistant-words.ts'

/** What the agent looks up or does: by name; what went in and what came out is folded away. */
export function ToolCallView({ call, names }: { call: ToolCall; names: Speech['names'] }): ReactNode {
  const words = useWords(assistantWords)
  const { format } = useLanguage()
  const { timezone } = useDesk()
  const { status, output, isWhole } = call
  const fields = fieldsIn(call.input, {
    said: (text) => spokenIn(text, { names, format, timezone }),
    values: words.values,
  })
  // An id without a name says nothing to anybody: it is among what went in.
  const told = fields
    ?.filter(({ text }) => !isId(text))
    .map(({ field, text, isBare }) => (isBare ? `${fieldName(words, field)}: ${text}` : text))
  return (
    <details className="rounded-control border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-3 text-small hover:bg-sunken">
        {output === undefined && !isWhole ? (
          <Spinner className="size-4" />
        ) : (
          <Icon
            name={status === 'ok' ? 'check' : status === undefined ? 'hourglass' : 'alert'}
            className="size-4 text-soft"
          />
        )}
        <span className="font-medium">{toolName(words, call.name)}</span>
        <span className="min-w-0 flex-1 truncate text-soft">
          <Joined parts={told ?? []} />
        </span>
        {status === 'error' ? <Badge tone="danger">{words.callFailed}</Badge> : null}
        {status === 'denied' ? <Badge tone="warn">{words.callDenied}</Badge> : null}
      </summary>
      <div className="grid gap-3 border-t border-line p-3 text-small">
        <h3 className="font-semibold">{words.input}</h3>
        {fields && fields.length > 0 ? <Fields fields={fields} /> : <p className="text-soft">{words.nothing}</p>}
        {output === undefined ? null : (
          <>
            <h3 className="font-semibold">{words.output}</h3>
            <Output text={output} />
          </>
        )}
      </div>
    </details>
  )
}

function Output({ text }: { text: string }): ReactNode {
  return (
    <pre
      // Scrolled by the keyboard too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-lg bg-sunken p-3 font-mono wrap-anywhere whitespace-pre-wrap"
    >
      {laidOut(text)}
    </pre>
  )
}

function Fields({ fields }: { fields: readonly ToolField[] }): ReactNode {
  const words = useWords(assistantWords)
  return (
    <dl className="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-4 gap-y-1">
      {fields.map(({ field, text }) => (
        <div key={field} className="contents">
          <dt className="wrap-anywhere text-soft">{fieldName(words, field)}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

type Words = (typeof assistantWords)['en']

export function toolName(words: Words, name: string): string {
  return words.tools[name as keyof Words['tools']] ?? spaced(name)
}

export function fieldName(words: Words, field: string): string {
  return words.fields[field as keyof Words['fields']] ?? spaced(field)
}
