import { useEffect, useState, type ReactNode } from 'react'
import type { ChecklistAnswer } from '../../../src/modules/tasks/checklist-answer.schema.ts'
import { Card } from '../design/card.tsx'
import type { IconName } from '../design/icon.tsx'
import { Spinner } from '../design/icon.tsx'
import { Joined } from '../design/joined.tsx'
import { Message } from '../design/message.tsx'
import { useWords } from '../language/language.tsx'
import type { Gone } from '../offline/load.ts'
import type { Entry } from '../offline/store.ts'
import type { TaskWords } from './words/en.ts'
import { taskWords } from './words/task-words.ts'

const ICONS: Record<Gone, IconName> = { unknown: 'unlink', revoked: 'unlink', expired: 'hourglass' }

export function GonePage({ why, entries }: { why: Gone; entries: readonly Entry[] }): ReactNode {
  const words = useWords(taskWords)
  return (
    <Message icon={ICONS[why]} {...words.gone[why]}>
      {entries.length > 0 ? <Unsent entries={entries} /> : null}
    </Message>
  )
}

export function UnreachablePage({ hasSignal }: { hasSignal: boolean }): ReactNode {
  const words = useWords(taskWords)
  return (
    <Message icon={hasSignal ? 'alert' : 'noSignal'} tone="warn" {...(hasSignal ? words.silent : words.unreachable)}>
      <Spinner className="size-6 text-soft" />
    </Message>
  )
}

/** Work that came too late is shown, so that it can be told or sent in another way. */
function Unsent({ entries }: { entries: readonly Entry[] }): ReactNode {
  const words = useWords(taskWords)
  return (
    <Card className="grid w-full gap-3 p-4 text-left">
      <p className="text-label font-semibold">{words.unsent(entries.length)}</p>
      <ul className="grid gap-2">
        {entries.map(({ id, action }) => (
          <li key={id} className="text-label">
            {action.kind === 'photo' ? <UnsentPhoto file={action.file} label={words.unsentPhoto} /> : null}
            {action.kind === 'comment' ? action.content : null}
            {action.kind === 'complete' ? (action.summary ?? words.complete) : null}
            {action.kind === 'answer' ? <UnsentAnswer title={action.title} answer={action.answer} /> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function UnsentAnswer({ title, answer }: { title: string | undefined; answer: ChecklistAnswer }): ReactNode {
  const words = useWords(taskWords)
  const said = saidIn(answer, words)
  return (
    <>
      {title ? (
        <>
          <bdi className="font-medium">{title}</bdi>:{' '}
        </>
      ) : null}
      <Joined parts={said.length === 0 ? ['–'] : said} by=", " />
    </>
  )
}

/** An answer as the page has it; one that was taken back says nothing. */
function saidIn({ done, value, note, count, text, yes, stars }: ChecklistAnswer, words: TaskWords): string[] {
  const parts = [
    done ? words.done : null,
    value ? words.conditions[value] : null,
    note,
    count,
    text,
    typeof yes === 'boolean' ? (yes ? words.yes : words.no) : null,
    typeof stars === 'number' ? words.stars(stars) : null,
  ]
  return parts.filter((part) => part != null && part !== '').map(String)
}

function UnsentPhoto({ file, label }: { file: Blob; label: string }): ReactNode {
  const address = useObjectUrl(file)
  return address ? <img src={address} alt={label} className="max-h-60 rounded-control" /> : null
}

export function useObjectUrl(file: Blob): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
