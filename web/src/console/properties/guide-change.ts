import { useQueryClient } from '@tanstack/react-query'
import type { PropertyGuide, PropertyGuideUpdate } from '../../../../src/modules/properties/property-guide.schema.ts'
import type { Property } from '../../../../src/modules/properties/property.schema.ts'
import { useWords } from '../../language/language.tsx'
import { conflictOf } from '../parts/conflict.ts'
import { sendFields } from '../parts/send-versioned.ts'
import { useDesk } from '../shell/console-context.ts'
import type { Tagged } from '../shell/request.ts'
import { change, useChange } from '../shell/use-change.ts'
import { TOLD } from './property-fields.ts'
import { guideQuery } from './property-queries.ts'
import { propertiesWords } from './words/properties-words.ts'

type Told = (typeof TOLD)[number]

interface GuideChange {
  seen: Tagged<PropertyGuide>
  changes: PropertyGuideUpdate
}

/** What guests and technicians are told. Where two write the same, both texts are shown. */
export function useGuideChange(property: Property, onDone: () => void) {
  const words = useWords(propertiesWords)
  const client = useQueryClient()
  const desk = useDesk()
  const { queryKey } = guideQuery(desk, property.id)
  const mutation = useChange<GuideChange, Tagged<PropertyGuide>>({
    send: (input, key) => sendFields(desk.api, `${desk.desk}/properties/${property.id}/guide`, input, key),
    onDone(after) {
      client.setQueryData(queryKey, after)
      onDone()
    },
    said: () => words.guide.saved,
    onRefused: (problem, { changes }) =>
      conflictOf<PropertyGuide>(problem, (current) => {
        client.setQueryData(queryKey, current)
        return {
          title: property.name,
          labels: Object.fromEntries(TOLD.map((field) => [field, words.guide[field]])),
          theirs: (field) => current.value[field as Told] ?? '–',
          mine: (field) => changes[field as Told] ?? '–',
          takeMine: () => mutation.mutate(change({ seen: current, changes })),
        }
      }),
  })
  return mutation
}
