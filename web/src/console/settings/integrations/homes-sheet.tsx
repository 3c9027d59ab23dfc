import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, type FormEvent, type ReactNode } from 'react'
import type { StaySource } from '../../../../../src/modules/stays/stay-source.schema.ts'
import { Button } from '../../../design/button.tsx'
import { LineField, SelectField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { AskButton } from '../../parts/ask-button.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { readAll, useProperties } from '../../tasks/lookup-queries.ts'
import type { Connected } from './connected.ts'
import { integrationsWords } from './words/integrations-words.ts'

/** Which home of ours is which over there. */
export function HomesSheet({ connected, onClose }: { connected: Connected; onClose(): void }): ReactNode {
  const words = useWords(integrationsWords)
  const { id, api, desk } = useDesk()
  const client = useQueryClient()
  const properties = useProperties()
  const path = `${desk}/property-systems/${connected.id}/properties`
  const queryKey = [id, 'property-systems', 'homes', connected.id]
  const { data: sources = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readAll<StaySource>(api, path, signal),
  })
  const form = useRef<HTMLFormElement>(null)
  const again = (): void => void client.invalidateQueries({ queryKey })
  const link = useChange<{ propertyId: string; body: object }, StaySource>({
    send: ({ propertyId, body }, key) => api.send(`${path}/${propertyId}`, { method: 'PUT', body, key }),
    onDone() {
      // Only now: what was refused stays in its field.
      form.current?.reset()
      again()
    },
  })
  const unlink = useChange<StaySource, unknown>({
    send: ({ propertyId }, key) => api.send(`${path}/${propertyId}`, { method: 'DELETE', key }),
    onDone: again,
  })
  const nameOf = (propertyId: string): string => properties.find((each) => each.id === propertyId)?.name ?? propertyId
  const free = properties.filter((property) => sources.every(({ propertyId }) => propertyId !== property.id))
  const field = connected.system === 'ical' ? 'feedUrl' : 'remoteId'
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const said = new FormData(event.currentTarget)
    link.mutate(change({ propertyId: String(said.get('home')), body: { [field]: String(said.get('there')).trim() } }))
  }
  return (
    <Sheet title={connected.name} isOpen onClose={onClose}>
      <p className="text-soft">{sources.length === 0 ? words.homes.none : words.homes.text}</p>
      <ul className="grid max-h-[40dvh] gap-1 overflow-y-auto">
        {sources.map((source) => (
          <li key={source.propertyId} className="flex flex-wrap items-center gap-2 border-b border-line py-1">
            <span className="min-w-0 flex-1 basis-40">
              {nameOf(source.propertyId)}
              <span className="block text-small text-soft">{source.feedHost ?? source.remoteId}</span>
            </span>
            <AskButton
              label={words.remove}
              really={words.reallyRemove}
              what={nameOf(source.propertyId)}
              onYes={() => unlink.mutate(change(source))}
            />
          </li>
        ))}
      </ul>
      {free.length === 0 ? null : (
        <form ref={form} className="grid gap-4" onSubmit={submit}>
          <SelectField label={words.homes.home} name="home">
            {free.map((property) => (
              <option key={property.id} value={property.id}>
                {property.name}
              </option>
            ))}
          </SelectField>
          <LineField
            label={field === 'feedUrl' ? words.homes.feed : words.homes.remote}
            name="there"
            type={field === 'feedUrl' ? 'url' : 'text'}
            required
            autoComplete="off"
          />
          <Button type="submit" look="primary" busy={link.isPending}>
            {words.homes.add}
          </Button>
        </form>
      )}
    </Sheet>
  )
}
