import type { Template, TemplateCreate, TemplateItem } from '../../../../../src/modules/tasks/template.schema.ts'

/** An item while it is being written: the key tells it from the others wherever it is moved to. */
export interface DraftItem extends TemplateItem {
  key: number
}

/** A template as it stands in the fields. */
export interface TemplateDraft {
  name: string
  title: string
  description: string
  departmentId: string
  priority: NonNullable<Template['priority']> | ''
  minutes: string
  tagIds: readonly string[]
  items: readonly DraftItem[]
}

let lastKey = 0

export function newItem(fields: Partial<TemplateItem> = {}): DraftItem {
  lastKey += 1
  return { kind: 'CHECK', title: '', required: true, blocksCompletion: true, ...fields, key: lastKey }
}

export function draftOf(template: Template | undefined): TemplateDraft {
  return {
    name: template?.name ?? '',
    title: template?.title ?? '',
    description: template?.description ?? '',
    departmentId: template?.departmentId ?? '',
    priority: template?.priority ?? '',
    minutes: String(template?.estimatedDurationMinutes ?? ''),
    tagIds: template?.tagIds ?? [],
    items: (template?.items ?? []).map(newItem),
  }
}

/** What is sent; what was left empty is open. */
export function bodyOf(draft: TemplateDraft): TemplateCreate {
  const { name, title, description, departmentId, priority, minutes, tagIds, items } = draft
  return {
    name: name.trim(),
    title: title.trim() || null,
    description: description.trim() || null,
    departmentId: departmentId || null,
    priority: priority || null,
    estimatedDurationMinutes: minutes === '' ? null : Number(minutes),
    tagIds: [...tagIds],
    items: items.map(({ key: _key, ...item }) => ({ ...item, title: item.title.trim() })),
  }
}

export function isSame(left: TemplateDraft, right: TemplateDraft): boolean {
  return JSON.stringify(bodyOf(left)) === JSON.stringify(bodyOf(right))
}

/** The list with one of it at another place; as it was when there is no such place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
