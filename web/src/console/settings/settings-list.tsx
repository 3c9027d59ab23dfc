import { useRef, type ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import type { IconName } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { Empty } from '../parts/empty.tsx'
import { More, type Paged } from '../parts/paged.tsx'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { shellWords } from '../shell/words/shell-words.ts'

interface SettingsPageProps {
  title: string
  /** What the page is for, under the title. */
  text?: string
  aside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function SettingsPage({ title, text, aside, actions, children }: SettingsPageProps): ReactNode {
  return (
    <>
      <PageHeader title={title} aside={aside} actions={actions} />
      {text === undefined ? null : <p className="max-w-prose px-4 pb-4 text-soft lg:px-6">{text}</p>}
      <div className="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-6 px-4 pb-24 lg:px-6">{children}</div>
    </>
  )
}

interface SettingsListProps<Item> extends Omit<SettingsPageProps, 'actions' | 'aside' | 'children'> {
  list: Paged<Item>
  renderRow(item: Item): ReactNode
  empty: { icon: IconName; title: string; text: string }
  /** What makes a new one: a button, and the key n. */
  make?: { label: string; onMake(): void }
  /** Above the list. */
  before?: ReactNode
  /** Sheets and the like. */
  children?: ReactNode
}

/** A settings page that is a list. */
export function SettingsList<Item extends { id: string }>(props: SettingsListProps<Item>): ReactNode {
  const { title, text, make, before, children, ...rest } = props
  const action = make ? (
    <Button look="primary" icon="plus" onClick={make.onMake}>
      {make.label}
    </Button>
  ) : null
  useKeys(make ? { n: make.onMake } : {}, make ? { n: make.label } : {})
  return (
    <SettingsPage title={title} text={text} actions={action}>
      {before}
      <Rows {...rest} label={title} />
      {children}
    </SettingsPage>
  )
}

/** The rows of a list, or what stands in their place; `j` and `k` go through them. */
export function Rows<Item extends { id: string }>({
  list,
  renderRow,
  empty,
  label,
}: Pick<SettingsListProps<Item>, 'list' | 'renderRow' | 'empty'> & { label: string }): ReactNode {
  const shell = useWords(shellWords)
  const rows = useRef<HTMLUListElement>(null)
  useKeys({ j: () => step(rows.current, 1), k: () => step(rows.current, -1) }, { j: shell.keys.down, k: shell.keys.up })
  const { items, error, retry, more } = list
  const failure = error ? <LoadFailure error={error} onRetry={retry} /> : null
  if (!items) return failure ?? <Waiting />
  if (items.length === 0) return <Empty {...empty} />
  return (
    <div>
      <ul ref={rows} aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {items.map((item) => (
          <li key={item.id} className="[contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
            {renderRow(item)}
          </li>
        ))}
      </ul>
      <More onSeen={more} />
      {failure}
    </div>
  )
}

/** To the first thing that can be pressed in the next row, or the one before. */
function step(list: HTMLUListElement | null, by: 1 | -1): void {
  const rows = [...(list?.children ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[at < 0 ? (by === 1 ? 0 : -1) : at + by]
  next?.querySelector<HTMLElement>('a, button, select, summary, input')?.focus()
}
