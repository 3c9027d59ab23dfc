import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { WorkflowCreate } from '../../../../src/modules/workflows/definition.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField } from '../../design/field.tsx'
import { useWords } from '../../language/language.tsx'
import { useFocusHere } from '../parts/focus.ts'
import { ScrollBox } from '../parts/scroll-box.tsx'
import { useDesk } from '../shell/console-context.ts'
import { RoleGate } from '../shell/gate.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { change, useChange } from '../shell/use-change.ts'
import { BLANK, RECIPES } from './recipes.ts'
import type { Workflow } from './workflow-queries.ts'
import { workflowsWords } from './words/workflows-words.ts'

/** A name, and what to begin with: a recipe or nothing. */
export function NewWorkflowPage(): ReactNode {
  return (
    <RoleGate needs="manager">
      <NewWorkflow />
    </RoleGate>
  )
}

function NewWorkflow(): ReactNode {
  const words = useWords(workflowsWords)
  const { id, api, open } = useDesk()
  const client = useQueryClient()
  const navigate = useNavigate()
  const first = useFocusHere<HTMLInputElement>()
  const [chosen, setChosen] = useState(-1)
  const text = RECIPES[chosen] ?? BLANK
  const create = useChange<WorkflowCreate, Workflow>({
    send: (body, key) => api.send(`${open}/workflows`, { method: 'POST', body, key }),
    onDone(made) {
      void client.invalidateQueries({ queryKey: [id, 'workflows'] })
      void navigate({
        to: '/$workspaceId/workflows/$workflowId',
        params: { workspaceId: id, workflowId: made.id },
      })
    },
    said: ({ name }) => words.create.created(name),
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    create.mutate(change({ name, text, format: 'yaml' as const }))
  }
  return (
    <div className="relative lg:overflow-y-auto">
      <PageHeader title={words.create.title} />
      <form className="grid gap-6 px-4 pb-16 lg:grid-cols-2 lg:px-6" onSubmit={submit}>
        <div className="grid content-start gap-6">
          <LineField
            label={words.create.name}
            hint={words.create.nameHint}
            name="name"
            required
            maxLength={200}
            autoComplete="off"
            ref={first}
          />
          <fieldset>
            <legend className="mb-2 font-medium">{words.create.start}</legend>
            <div className="grid gap-1 sm:grid-cols-2">
              {[words.create.blank, ...words.recipes].map((recipe, index) => (
                <Choice
                  key={recipe.title}
                  {...recipe}
                  isChosen={index - 1 === chosen}
                  onChoose={() => setChosen(index - 1)}
                />
              ))}
            </div>
          </fieldset>
        </div>
        <div className="grid min-w-0 content-start gap-3">
          <h2 className="font-medium">{words.create.document}</h2>
          <ScrollBox
            label={words.create.document}
            className="rounded-card border border-line bg-surface p-4 font-mono text-small whitespace-pre-wrap"
          >
            {text}
          </ScrollBox>
          <Button type="submit" look="primary" size="large" busy={create.isPending || create.isSuccess}>
            {words.create.submit}
          </Button>
        </div>
      </form>
    </div>
  )
}

function Choice(props: { title: string; text: string; isChosen: boolean; onChoose(): void }): ReactNode {
  const { title, text, isChosen, onChoose } = props
  return (
    <label className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 gap-y-0.5 rounded-control border border-transparent p-3 font-medium hover:bg-sunken has-checked:border-accent has-checked:bg-accent-ground has-focus-visible:outline-3 has-focus-visible:outline-accent">
      <input
        type="radio"
        name="recipe"
        className="mt-0.5 size-5 accent-accent"
        checked={isChosen}
        onChange={onChoose}
      />
      {title}
      <span className="col-start-2 text-small font-normal text-soft">{text}</span>
    </label>
  )
}
