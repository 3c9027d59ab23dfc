import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Button, buttonClass } from '../../design/button.tsx'
import { NamedOptions, SelectField } from '../../design/field.tsx'
import { Icon } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { agentsWords } from '../settings/agents/words/agents-words.ts'
import { useDesk, useRole } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { agentsQuery, askedQuery } from './assistant-queries.ts'
import { useBegin } from './assistant-changes.ts'
import { Composer } from './composer.tsx'
import { QuestionCard } from './question-card.tsx'
import { assistantWords } from './words/assistant-words.ts'

/** Where a session begins: whom to ask, and what. What agents wait for is here too. */
export function NewSession(): ReactNode {
  const words = useWords(assistantWords)
  const { make, noneText } = useWords(agentsWords)
  const desk = useDesk()
  const { may } = useRole()
  const agents = useQuery(agentsQuery(desk))
  const asked = useQuery(askedQuery(desk))
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState('')
  const { begin, isBusy } = useBegin()
  if (agents.isPending) return <Waiting />
  if (!agents.data) return <LoadFailure error={agents.error} onRetry={() => void agents.refetch()} />
  const { items } = agents.data
  const agent = items.find(({ id }) => id === chosen) ?? items[0]
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (agent && text.trim() !== '' && !isBusy) begin(agent.id, text.trim())
  }
  return (
    <div className="relative min-w-0 overflow-y-auto px-4 py-6 lg:flex-1 lg:px-6 lg:py-12">
      <div className="mx-auto grid max-w-2xl gap-6">
        <div className="grid justify-items-center gap-2 text-center">
          <span className="grid size-14 place-items-center rounded-full bg-accent-ground text-accent-text">
            <Icon name="spark" className="size-7" />
          </span>
          <h1 className="text-lead font-semibold lg:text-title">
            {agent ? words.ask(agent.name) : words.noAgent.title}
          </h1>
          <p className="text-pretty text-soft">
            {agent ? (agent.description ?? words.asksFirst) : may('admin') ? noneText : words.noAgent.text}
          </p>
          {!agent && may('admin') ? (
            <Link
              to="/$workspaceId/settings/agents/$agentId"
              params={{ workspaceId: desk.id, agentId: 'new' }}
              className={buttonClass({ look: 'primary' })}
            >
              {make}
            </Link>
          ) : null}
        </div>
        {asked.data?.items.map((interaction) => (
          <QuestionCard key={interaction.id} interaction={interaction} />
        ))}
        {agent ? (
          <form className="grid gap-3" onSubmit={submit}>
            {items.length > 1 ? (
              <SelectField label={words.agent} value={agent.id} onChange={({ target }) => setChosen(target.value)}>
                <NamedOptions of={items} />
              </SelectField>
            ) : null}
            <Composer text={text} onText={setText} isBusy={isBusy} />
            <ul aria-label={words.examplesLabel} className="flex flex-wrap gap-2">
              {words.examples.map((example) => (
                <li key={example}>
                  <Button busy={isBusy} onClick={() => begin(agent.id, example)}>
                    {example}
                  </Button>
                </li>
              ))}
            </ul>
          </form>
        ) : null}
      </div>
    </div>
  )
}
