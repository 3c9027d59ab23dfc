import { useQueryClient } from '@tanstack/react-query'
import type { Vendor, VendorUpdate } from '../../../../src/modules/workforce/vendor.schema.ts'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { vendorQuery } from './people-queries.ts'
import { peopleWords } from './words/people-words.ts'

interface VendorChange {
  vendor: Vendor
  changes: VendorUpdate
  isUndo?: boolean
}

export function useVendorChange(onDone?: () => void) {
  const words = useWords(peopleWords)
  const client = useQueryClient()
  const desk = useDesk()
  const mutation = useChange<VendorChange, Vendor>({
    send: ({ vendor, changes }, key) =>
      desk.api.send(`${desk.desk}/vendors/${vendor.id}`, { method: 'PATCH', body: changes, key }),
    onDone(after, { isUndo }) {
      client.setQueryData(vendorQuery(desk, after.id).queryKey, after)
      for (const list of ['people', 'workload']) void client.invalidateQueries({ queryKey: [desk.id, list] })
      if (!isUndo) onDone?.()
    },
    said: ({ name }, { isUndo }) => (isUndo ? words.vendor.takenBack(name) : words.vendor.changed(name)),
    undo: (after, { vendor, changes, isUndo }) => {
      if (isUndo) return undefined
      const before = Object.fromEntries(Object.keys(changes).map((field) => [field, vendor[field as keyof Vendor]]))
      return () => mutation.mutate(change({ vendor: after, changes: before, isUndo: true }))
    },
  })
  return {
    changeVendor: (vendor: Vendor, changes: VendorUpdate) => mutation.mutate(change({ vendor, changes })),
    isBusy: mutation.isPending,
  }
}
