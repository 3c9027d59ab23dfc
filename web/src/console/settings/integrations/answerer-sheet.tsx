import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { AgentReach } from '../../../../../src/modules/agents/agent.schema.ts'
import { Button } from '../../../design/button.tsx'
import { SelectField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { agentsQuery } from '../../assistant/assistant-queries.ts'
import { useDesk } from '../../shell/console-context.ts'
import { change } from '../../shell/use-change.ts'
import { shellWords } from '../../shell/words/shell-words.ts'
import { useSave } from '../use-save.ts'
import type { Connected } from './connected.ts'
import { integrationsWords } from './words/integrations-words.ts'
import { reachWords } from './words/reach-words.ts'

const AUDIENCES = ['stranger', 'guest', 'vendor'] as const

/** Chooses the agent that answers there, and shows what outsiders could ask of it before saving. */
export function AnswererSheet({ connected, onClose }: { connected: Connected; onClose(): void }): ReactNode {
  const { answerer, saved } = useWords(integrationsWords)
  const shell = useWords(shellWords)
  const desk = useDesk()
  const { data: agents } = useQuery(agentsQuery(desk))
  const [agentId, setAgentId] = useState(connected.agentId ?? '')
  const reach = useReach(agentId)
  const save = useSave<object, { name: string }>(connected, {
    list: 'integrations',
    path: 'integrations',
    said: ({ name }) => saved(name),
    onDone: onClose,
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    save.mutate(change({ agentId: agentId === '' ? null : agentId }))
  }
  return (
    <Sheet title={`${answerer.title}: ${connected.name}`} isOpen onClose={onClose}>
      <form className="grid max-h-[70dvh] gap-4 overflow-y-auto p-1" onSubmit={submit}>
        <SelectField label={answerer.which} value={agentId} onChange={({ target }) => setAgentId(target.value)}>
          <option value="">{answerer.nobody}</option>
          {agents?.items.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {agentId === '' ? null : <Reach reach={reach} />}
        <Button
          type="submit"
          look="primary"
          size="large"
          busy={save.isPending}
          disabled={agentId !== '' && reach === undefined}
        >
          {shell.save}
        </Button>
      </form>
    </Sheet>
  )
}

function useReach(agentId: string): AgentReach | undefined {
  const { id, api, desk } = useDesk()
  return useQuery({
    queryKey: [id, 'agents', 'reach', agentId],
    queryFn: ({ signal }) => api.read<AgentReach>(`${desk}/agents/${agentId}/reach`, {}, signal),
    enabled: agentId !== '',
  }).data
}

function Reach({ reach }: { reach: AgentReach | undefined }): ReactNode {
  const { answerer } = useWords(integrationsWords)
  const { says, audiences } = useWords(reachWords)
  if (!reach) return null
  const known: Readonly<Record<string, string>> = says
  return (
    <section className="grid gap-3" aria-label={answerer.reach}>
      <h3 className="font-semibold">{answerer.reach}</h3>
      <p className="text-small text-soft">{answerer.members}</p>
      {AUDIENCES.map((audience) => {
        const items = reach.items.filter((each) => each.audience === audience)
        return (
          <div key={audience}>
            <h4 className="font-medium">{audiences[audience]}</h4>
            <ul className="list-disc pl-5 text-small">
              {items.length === 0 ? <li>{answerer.nothing}</li> : null}
              {items.map(({ tool, says: english }) => (
                <li key={tool}>{known[`${tool}.${audience}`] ?? english}</li>
              ))}
            </ul>
          </div>
        )
      })}
      <p className="text-small text-soft">{answerer.rest}</p>
    </section>
  )
}
