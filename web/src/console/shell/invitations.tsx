import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Invitation } from '../../../../src/modules/identity/invitation.schema.ts'
import { Button } from '../../design/button.tsx'
import { Note } from '../../design/note.tsx'
import { useWords } from '../../language/language.tsx'
import { useConsole, useSession } from './console-context.ts'
import { reasonOf } from './refusal.ts'
import { shellWords } from './words/shell-words.ts'

const PATH = '/api/app/v1/me/invitations'

/** Workspaces that have invited this person and await a yes or no. Renders nothing if there are none. */
export function Invitations(): ReactNode {
  const { api } = useConsole()
  const isIn = useSession().kind === 'in'
  const { data } = useQuery({
    queryKey: ['me', 'invitations'],
    queryFn: ({ signal }) => api.read<{ items: Invitation[] }>(PATH, { limit: 20 }, signal),
    enabled: isIn,
  })
  if (!data || data.items.length === 0) return null
  return (
    <div className="grid gap-2 p-3 lg:px-6">
      {data.items.map((invitation) => (
        <InvitationNote key={invitation.id} invitation={invitation} />
      ))}
    </div>
  )
}

function InvitationNote({ invitation: { id, workspaceId, workspaceName } }: { invitation: Invitation }): ReactNode {
  const words = useWords(shellWords)
  const { api } = useConsole()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [sent, setSent] = useState<'yes' | 'no'>()
  const [fault, setFault] = useState<string>()
  async function answer(said: 'yes' | 'no'): Promise<void> {
    setSent(said)
    setFault(undefined)
    try {
      if (said === 'yes') await api.send(`${PATH}/${id}/accept`, { method: 'POST' })
      else await api.send(`${PATH}/${id}`, { method: 'DELETE' })
      await client.invalidateQueries({ queryKey: ['me'] })
      if (said === 'yes') await navigate({ to: '/$workspaceId/today', params: { workspaceId } })
    } catch (error) {
      setFault(reasonOf(error, words))
      setSent(undefined)
    }
  }
  return (
    <Note
      tone="plain"
      icon="users"
      title={words.invitations.title(workspaceName)}
      actions={
        <>
          <Button
            look="primary"
            busy={sent === 'yes'}
            aria-label={`${words.invitations.join}: ${workspaceName}`}
            onClick={() => void answer('yes')}
          >
            {words.invitations.join}
          </Button>
          <Button
            look="quiet"
            busy={sent === 'no'}
            aria-label={`${words.invitations.decline}: ${workspaceName}`}
            onClick={() => void answer('no')}
          >
            {words.invitations.decline}
          </Button>
        </>
      }
    >
      <p>{fault ?? words.invitations.text}</p>
    </Note>
  )
}
