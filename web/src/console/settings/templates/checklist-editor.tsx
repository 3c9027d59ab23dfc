import { useId, type ReactNode } from 'react'
import { useAnnounce } from '../../../design/announce.tsx'
import { Button } from '../../../design/button.tsx'
import { Section } from '../../../design/card.tsx'
import { useWords } from '../../../language/language.tsx'
import { ItemRow } from './item-row.tsx'
import { moved, newItem, type DraftItem } from './template-draft.ts'
import { useDragging } from './use-dragging.ts'
import { templatesWords } from './words/templates-words.ts'

interface ChecklistEditorProps {
  items: readonly DraftItem[]
  onChange(items: readonly DraftItem[]): void
}

/** The checklist of a template: written line by line, put in order by dragging or by arrows. */
export function ChecklistEditor({ items, onChange }: ChecklistEditorProps): ReactNode {
  const words = useWords(templatesWords)
  const announce = useAnnounce()
  const id = useId()
  const move = (from: number, to: number): void => onChange(moved(items, from, to))
  const { list, dragged, take } = useDragging(items, move)
  function focus(part: 'title' | 'handle', key: number | undefined): void {
    // After the list has been drawn anew.
    requestAnimationFrame(() => document.getElementById(`${id}-${part}-${key}`)?.focus())
  }
  function addAfter(index: number): void {
    const item = newItem()
    onChange(items.toSpliced(index + 1, 0, item))
    focus('title', item.key)
  }
  function drop(index: number): void {
    onChange(items.toSpliced(index, 1))
    focus('title', (items[index - 1] ?? items[index + 1])?.key)
  }
  function step(index: number, by: 1 | -1): void {
    const item = items[index]
    if (!item || !items[index + by]) return
    move(index, index + by)
    announce(words.movedTo(String(index + by + 1), String(items.length)))
    focus('handle', item.key)
  }
  return (
    <Section title={words.checklist} aside={<p className="text-soft">{words.items(items.length)}</p>}>
      <p className="px-1 text-small text-soft">{items.length === 0 ? words.noItems : words.checklistHint}</p>
      <ul ref={list} aria-label={words.checklist} className="grid gap-2">
        {items.map((item, index) => (
          <ItemRow
            key={item.key}
            id={id}
            item={item}
            number={index + 1}
            isDragged={item.key === dragged}
            onChange={(fields) => onChange(items.with(index, { ...item, ...fields }))}
            onTake={() => take(item.key)}
            onStep={(by) => step(index, by)}
            onNext={() => addAfter(index)}
            onDrop={() => drop(index)}
          />
        ))}
      </ul>
      <div>
        <Button icon="plus" onClick={() => addAfter(items.length - 1)}>
          {words.addItem}
        </Button>
      </div>
    </Section>
  )
}
