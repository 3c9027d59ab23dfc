import { useState, type FormEvent, type ReactNode } from 'react'
import type { AiSettings } from '../../../../../src/modules/ai/ai-settings.schema.ts'
import { Button } from '../../../design/button.tsx'
import { LineField, Options, SelectField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import type { Tagged } from '../../shell/request.ts'
import { change } from '../../shell/use-change.ts'
import { shellWords } from '../../shell/words/shell-words.ts'
import { useModelsChange } from './model-changes.ts'
import { canServe, canStandIn, EMBEDDED, isWriting, offeredModels, type Purpose } from './purposes.ts'
import { modelsWords } from './words/models-words.ts'

interface PurposeSheetProps {
  seen: Tagged<AiSettings>
  purpose: Purpose
  onClose(): void
}

const OPEN = ''

/** Left open, the built-in stand-in, a model that the operator offers, or one of a provider of the workspace. */
export function PurposeSheet({ seen, purpose, onClose }: PurposeSheetProps): ReactNode {
  const words = useWords(modelsWords)
  const shell = useWords(shellWords)
  const save = useModelsChange(onClose)
  const { models, providers } = seen.value
  const now = models[purpose] ?? OPEN
  const own = providers.find(({ name }) => now.startsWith(`${name}:`))
  const [who, setWho] = useState(own ? own.name : now)
  const isOwn = providers.some(({ name }) => name === who)
  const isFollowing = purpose !== 'default' && isWriting(purpose)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const model = String(new FormData(event.currentTarget).get('model')).trim()
    const name = who === OPEN ? null : isOwn ? `${who}:${model}` : who
    save.mutate(change({ seen, step: { models: { [purpose]: name } } }))
  }
  return (
    <Sheet title={words.purposes[purpose]} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <SelectField
          label={words.who}
          hint={who === OPEN ? (isFollowing ? words.openFollows(words.purposes.default) : words.openText) : ''}
          value={who}
          onChange={({ target }) => setWho(target.value)}
        >
          <option value={OPEN}>{words.open}</option>
          {canStandIn(purpose) ? <option value={EMBEDDED}>{words.standIn}</option> : null}
          <Options values={offeredModels(seen.value, purpose)} text={(name) => name} />
          {providers
            .filter((provider) => canServe(provider, purpose))
            .map(({ name }) => (
              <option key={name} value={name}>
                {words.modelOf(name)}
              </option>
            ))}
        </SelectField>
        {isOwn ? (
          <LineField
            key={who}
            label={words.model}
            hint={words.modelHint}
            name="model"
            required
            maxLength={200}
            pattern="\S+"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={own?.name === who ? now.slice(who.length + 1) : ''}
          />
        ) : null}
        {providers.length === 0 ? <p className="text-small text-soft">{words.ownFirst}</p> : null}
        <Button type="submit" look="primary" size="large" busy={save.isPending}>
          {shell.save}
        </Button>
      </form>
    </Sheet>
  )
}
