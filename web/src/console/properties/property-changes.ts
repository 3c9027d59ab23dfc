import { useQueryClient } from '@tanstack/react-query'
import type { Property, PropertyUpdate } from '../../../../src/modules/properties/property.schema.ts'
import { useWords } from '../../language/language.tsx'
import { conflictOf } from '../parts/conflict.ts'
import { sendFields } from '../parts/send-versioned.ts'
import { useDesk } from '../shell/console-context.ts'
import type { Tagged } from '../shell/request.ts'
import { change, useChange } from '../shell/use-change.ts'
import { FIELD_KINDS, type PropertyField } from './property-fields.ts'
import { propertyQuery } from './property-queries.ts'
import { propertiesWords } from './words/properties-words.ts'

interface PropertyChange {
  seen: Tagged<Property>
  changes: PropertyUpdate
  isUndo?: boolean
}

/** Only what changed is sent: somebody else's change of another field stays, and one of the same field is shown. */
export function usePropertyChange(onDone?: () => void) {
  const words = useWords(propertiesWords)
  const textOf = useFieldText()
  const client = useQueryClient()
  const desk = useDesk()
  const mutation = useChange<PropertyChange, Tagged<Property>>({
    show({ seen, changes }) {
      const { queryKey } = propertyQuery(desk, seen.value.id)
      const before = fieldsOf(client.getQueryData(queryKey)?.value ?? seen.value, changes)
      const put = (fields: PropertyUpdate): unknown =>
        client.setQueryData(queryKey, (whole) => whole && { ...whole, value: { ...whole.value, ...fields } })
      put(changes)
      return () => void put(before)
    },
    send: (input, key) => sendFields(desk.api, `${desk.open}/properties/${input.seen.value.id}`, input, key),
    onDone(after, { isUndo }) {
      client.setQueryData(propertyQuery(desk, after.value.id).queryKey, after)
      for (const list of ['properties', 'calendar']) void client.invalidateQueries({ queryKey: [desk.id, list] })
      if (!isUndo) onDone?.()
    },
    said: ({ value: { name } }, { isUndo }) => (isUndo ? words.takenBack(name) : words.changed(name)),
    undo: (after, { seen, changes, isUndo }) => {
      if (isUndo) return undefined
      return () => mutation.mutate(change({ seen: after, changes: fieldsOf(seen.value, changes), isUndo: true }))
    },
    onRefused: (problem, input) =>
      conflictOf<Property>(problem, (current) => {
        client.setQueryData(propertyQuery(desk, current.value.id).queryKey, current)
        return {
          title: current.value.name,
          labels: words.fields,
          theirs: (field) => textOf(current.value, field as PropertyField),
          mine: (field) => textOf(input.changes, field as PropertyField),
          takeMine: () => mutation.mutate(change({ ...input, seen: current })),
        }
      }),
  })
  return {
    changeProperty: (seen: Tagged<Property>, changes: PropertyUpdate) => mutation.mutate(change({ seen, changes })),
    isBusy: mutation.isPending,
  }
}

/** What a property says of the fields of a change. */
function fieldsOf(property: Property, changes: PropertyUpdate): PropertyUpdate {
  return Object.fromEntries(Object.keys(changes).map((field) => [field, property[field as keyof Property]]))
}

/** A field of a property as people read it. */
function useFieldText(): (property: PropertyUpdate, field: PropertyField) => string {
  const words = useWords(propertiesWords)
  return (property, field) => {
    const value = property[field]
    if (FIELD_KINDS[field] === 'status' && property.status !== undefined) return words.statuses[property.status]
    if (value === true) return words.yes
    return value === null || value === undefined || value === false || value === '' ? '–' : String(value)
  }
}
