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
      client.setQueryData(queryKey, (before) => before && { ...before, ...changes })
      return () => client.setQueryData(queryKey, property)
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
      const before = Object.fromEntries(Object.keys(changes).map((field) => [field, property[field as keyof Property]]))
      return () => mutation.mutate(change({ property: after, changes: before, isUndo: true }))
    },
  })
  return {
    changeProperty: (property: Property, changes: PropertyUpdate) => mutation.mutate(change({ property, changes })),
    isBusy: mutation.isPending,
  }
}
