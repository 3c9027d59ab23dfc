import type { FormEvent, ReactNode } from 'react'
import type { InstallLink } from '../../../../../src/modules/installs/install.schema.ts'
import { Button } from '../../../design/button.tsx'
import { LineField } from '../../../design/field.tsx'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { integrationsWords } from './words/integrations-words.ts'

/** For systems that are connected by saying yes over there. */
export function InstallForm({ install }: { install: 'chat-installs' | 'tool-connections' }): ReactNode {
  const words = useWords(integrationsWords)
  const { api, desk } = useDesk()
  const begin = useChange<object, InstallLink>({
    send: (body, key) => api.send(`${desk}/integrations/${install}`, { method: 'POST', body, key }),
    onDone({ url }) {
      if (url !== null) location.assign(url)
    },
    said: ({ url }) => (url === null ? words.linkLost : undefined),
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const toolkit = new FormData(event.currentTarget).get('toolkit')
    begin.mutate(change(toolkit === null ? {} : { toolkit: String(toolkit).trim() }))
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      {install === 'tool-connections' ? (
        <LineField
          label={words.toolkit}
          hint={words.toolkitHint}
          name="toolkit"
          required
          pattern="[a-z0-9_]{1,100}"
          autoComplete="off"
        />
      ) : null}
      <p className="text-soft">{words.goThereText}</p>
      <Button type="submit" look="primary" size="large" icon="arrowUpRight" busy={begin.isPending}>
        {words.goThere}
      </Button>
    </form>
  )
}
