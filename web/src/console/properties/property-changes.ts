import { useQueryClient } from '@tanstack/react-query'
import type { Property, PropertyUpdate } from '../../../../src/modules/properties/property.schema.ts'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { propertyQuery } from './property-queries.ts'
import { propertiesWords } from './words/properties-words.ts'

interface PropertyChange {
  property: Property
  changes: PropertyUpdate
  isUndo?: boolean
}

/** Only what changed is sent: somebody else's change of another field stays. */
export function usePropertyChange(onDone?: () => void) {
  const words = useWords(propertiesWords)
  const client = useQueryClient()
  const desk = useDesk()
  const mutation = useChange<PropertyChange, Property>({
    show({ property, changes }) {
      const { queryKey } = propertyQuery(desk, property.id)
      const before = fieldsOf(client.getQueryData(queryKey) ?? property, changes)
      const put = (fields: PropertyUpdate): unknown =>
        client.setQueryData(queryKey, (whole) => whole && { ...whole, ...fields })
      put(changes)
      return () => void put(before)
    },
    send: ({ property, changes }, key) =>
      desk.api.send(`${desk.open}/properties/${property.id}`, { method: 'PATCH', body: changes, key }),
    onDone(after, { isUndo }) {
      client.setQueryData(propertyQuery(desk, after.id).queryKey, after)
      for (const list of ['properties', 'calendar']) void client.invalidateQueries({ queryKey: [desk.id, list] })
      if (!isUndo) onDone?.()
    },
    said: ({ name }, { isUndo }) => (isUndo ? words.takenBack(name) : words.changed(name)),
    undo: (after, { property, changes, isUndo }) => {
      if (isUndo) return undefined
      return () => mutation.mutate(change({ property: after, changes: fieldsOf(property, changes), isUndo: true }))
    },
  })
  return {
    changeProperty: (property: Property, changes: PropertyUpdate) => mutation.mutate(change({ property, changes })),
    isBusy: mutation.isPending,
  }
}

/** What a property says of the fields of a change. */
function fieldsOf(property: Property, changes: PropertyUpdate): PropertyUpdate {
  return Object.fromEntries(Object.keys(changes).map((field) => [field, property[field as keyof Property]]))
}
