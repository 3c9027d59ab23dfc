import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { useKeys } from '../shell/keyboard.ts'
import type { Paged } from './paged.tsx'

/** What a row needs to know of its place. What is pressed of it carries `data-index`, so that the keys find it. */
export interface RowPlace {
  index: number
  isCurrent: boolean
  onFocus(): void
}

interface LongListProps<Item> {
  label: string
  list: Paged<Item>
  /** What stands in its place when there is nothing. */
  empty: ReactNode
  rowHeight: number
  renderRow(item: Item, place: RowPlace): ReactNode
  onOpen(item: Item): void
  /** Where something is open already, moving opens the next. */
  openId?: string | undefined
  className?: string
}

interface ListHandle {
  current: number
  setCurrent(index: number): void
  go(index: number): void
}

/** A list that grows as one reads on, or what stands in its place. */
export function LongList<Item extends { id: string }>(props: LongListProps<Item>): ReactNode {
  const { items, error, retry } = props.list
  const failure = error ? <LoadFailure error={error} onRetry={retry} /> : null
  if (!items) return failure ?? <Waiting />
  if (items.length === 0) return props.empty
  return (
    <>
      <LoadedRows {...props} items={items} />
      {failure}
    </>
  )
}

interface LoadedProps<Item> extends LongListProps<Item> {
  items: readonly Item[]
}

/** Only the rows in sight are on the page; more are asked for before the end is reached. `j` and `k` move. */
function LoadedRows<Item extends { id: string }>(props: LoadedProps<Item>): ReactNode {
  const { label, items, list, rowHeight, renderRow, className = '' } = props
  const { total = items.length, more: onMore } = list
  const box = useRef<HTMLDivElement>(null)
  // The compiler leaves this component alone, which costs nothing: only the rows in sight are made.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  useEffect(() => rows.measure(), [rows, rowHeight])
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= items.length - 5) onMore?.()
  }, [last, items.length, onMore])
  const { current, setCurrent } = useMoves(props, box, rows)
  return (
    <div ref={box} className={`relative min-h-0 flex-1 overflow-y-auto ${className}`}>
      <ul aria-label={label} className="relative" style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start, size }) => {
          const item = items[index]
          if (!item) return null
          return (
            <li
              key={item.id}
              aria-setsize={total}
              aria-posinset={index + 1}
              style={{ position: 'absolute', insetInline: 0, height: size, transform: `translateY(${start}px)` }}
            >
              {renderRow(item, { index, isCurrent: index === current, onFocus: () => setCurrent(index) })}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function useMoves<Item extends { id: string }>(
  { items, onOpen, openId }: LoadedProps<Item>,
  box: RefObject<HTMLDivElement | null>,
  rows: { scrollToIndex(index: number): void },
): ListHandle {
  const openIndex = items.findIndex(({ id }) => id === openId)
  const [current, setCurrent] = useState(openIndex)
  const wanted = useRef(current)
  const at = openIndex >= 0 ? openIndex : current
  function go(index: number): void {
    const item = items[index]
    if (!item) return
    setCurrent(index)
    wanted.current = index
    rows.scrollToIndex(index)
    if (openIndex >= 0) return onOpen(item)
    // The row is there after the next frame, if it was out of sight. Whoever is further by then is not taken back.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (wanted.current !== index) return
        box.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
      }),
    )
  }
  useKeys({
    j: () => go(at + 1),
    k: () => go(at - 1),
    ArrowDown: () => go(at + 1),
    ArrowUp: () => go(at - 1),
    Enter() {
      const item = items[at]
      if (item) onOpen(item)
    },
  })
  return { current: at, setCurrent, go }
}
