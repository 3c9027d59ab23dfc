import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import type { Lock, LockCreate, LockUpdate } from '../../../../src/modules/locks/lock.schema.ts'
import type { Property } from '../../../../src/modules/properties/property.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField, SelectField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { propertiesWords } from './words/properties-words.ts'

interface LockSheetProps {
  property: Property
  lock: Lock | undefined
  onClose(): void
}

/** A new lock, or another name for one. */
export function LockSheet({ property, lock, onClose }: LockSheetProps): ReactNode {
  const words = useWords(propertiesWords)
  const shell = useWords(shellWords)
  const { save, isBusy } = useSave(property, lock, onClose)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string => String(form.get(name) ?? '').trim()
    const name = text('name')
    if (lock) save({ name })
    else
      save({
        propertyId: property.id,
        name,
        provider: text('provider') === 'seam' ? 'seam' : 'simulated',
        ...(text('device') === '' ? {} : { deviceId: text('device') }),
      })
  }
  return (
    <Sheet title={lock ? words.doors.rename : words.doors.add} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <LineField
          label={words.doors.name}
          name="name"
          required
          maxLength={100}
          autoComplete="off"
          placeholder={words.doors.nameExample}
          defaultValue={lock?.name ?? ''}
        />
        {lock ? null : (
          <>
            <SelectField label={words.doors.provider} name="provider" defaultValue="seam">
              <option value="seam">{words.doors.providers.seam}</option>
              <option value="simulated">{words.doors.providers.simulated}</option>
            </SelectField>
            <LineField label={words.doors.device} name="device" maxLength={200} autoComplete="off" />
          </>
        )}
        <Button type="submit" look="primary" size="large" busy={isBusy}>
          {lock ? shell.save : words.doors.add}
        </Button>
      </form>
    </Sheet>
  )
}

function useSave(property: Property, lock: Lock | undefined, onClose: () => void) {
  const words = useWords(propertiesWords)
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const mutation = useChange<LockCreate | LockUpdate, Lock>({
    send: (body, key) =>
      lock
        ? api.send(`${desk}/locks/${lock.id}`, { method: 'PATCH', body, key })
        : api.send(`${desk}/locks`, { method: 'POST', body, key }),
    onDone() {
      void client.invalidateQueries({ queryKey: [id, 'property', property.id, 'locks'] })
      onClose()
    },
    said: ({ name }) => (lock ? words.doors.renamed(name) : words.doors.added(name)),
  })
  return { save: (input: LockCreate | LockUpdate) => mutation.mutate(change(input)), isBusy: mutation.isPending }
}
