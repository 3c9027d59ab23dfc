import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { Vendor, VendorCreate } from '../../../../src/modules/workforce/vendor.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField, TextField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { differing } from '../parts/send-versioned.ts'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { SkillBoxes, skillsIn } from './skill-boxes.tsx'
import { useVendorChange } from './vendor-changes.ts'
import { peopleWords } from './words/people-words.ts'

/** A new vendor, or what is known of one. */
export function VendorSheet({ vendor: current, onClose }: { vendor?: Vendor; onClose(): void }): ReactNode {
  const words = useWords(peopleWords)
  const shell = useWords(shellWords)
  // As it was when it was opened: what others change meanwhile is not undone by saving.
  const [vendor] = useState(current)
  const { create, isBusy } = useCreate()
  const { changeVendor, isBusy: isChanging } = useVendorChange(onClose)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const fields = fieldsIn(new FormData(event.currentTarget))
    if (!vendor) return create(fields)
    const changes = differing(vendor, fields)
    if (Object.keys(changes).length === 0) onClose()
    else changeVendor(vendor, changes)
  }
  return (
    <Sheet title={vendor ? vendor.name : words.newVendor} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <LineField
          label={words.name}
          name="name"
          required
          maxLength={200}
          autoComplete="off"
          defaultValue={vendor?.name}
        />
        <LineField
          label={words.vendor.contact}
          name="contactName"
          maxLength={200}
          autoComplete="off"
          defaultValue={vendor?.contactName ?? ''}
        />
        <LineField
          label={words.vendor.email}
          name="email"
          type="email"
          autoComplete="off"
          defaultValue={vendor?.email ?? ''}
        />
        <LineField
          label={words.vendor.phone}
          name="phone"
          type="tel"
          maxLength={50}
          autoComplete="off"
          defaultValue={vendor?.phone ?? ''}
        />
        <LineField
          label={words.vendor.area}
          name="serviceArea"
          maxLength={500}
          autoComplete="off"
          defaultValue={vendor?.serviceArea ?? ''}
        />
        <TextField label={words.vendor.notes} name="notes" rows={2} defaultValue={vendor?.notes ?? ''} />
        <SkillBoxes chosen={vendor?.skillIds ?? []} />
        <Button type="submit" look="primary" size="large" busy={isBusy || isChanging}>
          {vendor ? shell.save : words.vendor.create}
        </Button>
      </form>
    </Sheet>
  )
}

function fieldsIn(form: FormData): VendorCreate {
  const text = (name: string): string | null => String(form.get(name) ?? '').trim() || null
  return {
    name: text('name') ?? '',
    contactName: text('contactName'),
    email: text('email'),
    phone: text('phone'),
    serviceArea: text('serviceArea'),
    notes: text('notes'),
    skillIds: skillsIn(form),
  }
}

function useCreate() {
  const words = useWords(peopleWords)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id, api, desk } = useDesk()
  const mutation = useChange<VendorCreate, Vendor>({
    send: (body, key) => api.send(`${desk}/vendors`, { method: 'POST', body, key }),
    onDone(vendor) {
      for (const list of ['people', 'workload']) void client.invalidateQueries({ queryKey: [id, list] })
      void navigate({
        to: '/$workspaceId/people/vendors/$vendorId',
        params: { workspaceId: id, vendorId: vendor.id },
      })
    },
    said: ({ name }) => words.vendor.created(name),
  })
  // At work until the page of what was made is there.
  const isBusy = mutation.isPending || mutation.isSuccess
  return { create: (input: VendorCreate) => mutation.mutate(change(input)), isBusy }
}
