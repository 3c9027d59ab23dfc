import { useQueryClient } from '@tanstack/react-query'
import type { AiProviderSet, AiSettings } from '../../../../../src/modules/ai/ai-settings.schema.ts'
import { useWords } from '../../../language/language.tsx'
import { conflictOf } from '../../parts/conflict.ts'
import { sendVersioned, takenFields } from '../../parts/send-versioned.ts'
import { useDesk } from '../../shell/console-context.ts'
import type { Tagged } from '../../shell/request.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { modelsQuery } from './model-queries.ts'
import { modelsWords } from './words/models-words.ts'

/** One thing at a time: what serves a purpose, or a provider (null: it goes). */
type ModelsStep =
  | { models: Partial<AiSettings['models']> }
  | { provider: string; next: Omit<AiProviderSet, 'name'> | null }

interface ModelsChange {
  /** What was seen when it was begun. */
  seen: Tagged<AiSettings>
  step: ModelsStep
}

/** Changes one thing of the models. Where two change the same one, both are shown. */
export function useModelsChange(onSaved: () => void) {
  const words = useWords(modelsWords)
  const client = useQueryClient()
  const desk = useDesk()
  const path = `${desk.desk}/ai-settings`
  const save = useChange<ModelsChange, Tagged<AiSettings>>({
    send({ seen, step }, key) {
      let base = seen.value
      return sendVersioned<AiSettings, Tagged<AiSettings>>(
        {
          api: desk.api,
          path,
          seen,
          conflictsIn(current) {
            base = current
            return takenFields(thingsOf(seen.value), thingsOf(current), changedIn(step))
          },
          send: (match, own) =>
            desk.api.sendTagged(path, { method: 'PATCH', body: bodyOf(base, step), key: own, match }),
        },
        key,
      )
    },
    onDone(saved) {
      client.setQueryData(modelsQuery(desk).queryKey, saved)
      onSaved()
    },
    said: () => words.saved,
    onRefused: (problem, input) =>
      conflictOf<AiSettings>(problem, (current) => ({
        title: words.title,
        labels: {
          ...words.purposes,
          ...('provider' in input.step && { [fieldOf(input.step.provider)]: input.step.provider }),
        },
        theirs: (field) => textOf(thingsOf(current.value)[field]),
        mine: (field) => textOf(changedIn(input.step)[field]),
        takeMine: () => save.mutate(change({ ...input, seen: current })),
      })),
  })
  return save
}

type Things = Record<string, unknown>

/** A provider may be called as a purpose is. */
const fieldOf = (provider: string): string => `provider ${provider}`

function thingsOf({ models, providers }: AiSettings): Things {
  return { ...models, ...Object.fromEntries(providers.map((provider) => [fieldOf(provider.name), provider])) }
}

function changedIn(step: ModelsStep): Things {
  return 'models' in step ? step.models : { [fieldOf(step.provider)]: step.next }
}

/** The list of providers is sent as a whole, so it is made of what is there now. */
function bodyOf({ providers }: AiSettings, step: ModelsStep): object {
  if ('models' in step) return { models: step.models }
  const { provider: name, next } = step
  const wanted: AiProviderSet[] = next === null ? [] : [{ name, ...next }]
  const at = providers.findIndex((provider) => provider.name === name)
  const [before, after] = at === -1 ? [providers, []] : [providers.slice(0, at), providers.slice(at + 1)]
  return { providers: [...before, ...wanted, ...after] }
}

/** Never the key itself. */
function textOf(thing: unknown): string {
  if (thing === null || thing === undefined) return '–'
  if (typeof thing === 'string') return thing
  const { kind, baseUrl, apiKeyLastFour, apiKey } = thing as Partial<AiProviderSet>
  const key = apiKey ? '••••' : apiKeyLastFour ? `…${apiKeyLastFour}` : ''
  return [kind, baseUrl, key].filter(Boolean).join('\n')
}
