import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Lock, Simulation } from '../../../../../src/modules/locks/lock.schema.ts'
import { Options, SelectField } from '../../../design/field.tsx'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { locksWords } from './words/locks-words.ts'

type Behaviour = Simulation['behaviour']
const BEHAVIOURS = ['online', 'offline', 'slow', 'failing'] as const satisfies readonly Behaviour[]

/** What a simulated lock is told to do, so that everybody can see what a guest sees then. */
export function SimulatedBehaviour({ lock, what }: { lock: Lock; what: string }): ReactNode {
  const words = useWords(locksWords)
  const { id, api, desk } = useDesk()
  const client = useQueryClient()
  const path = `${desk}/locks/${lock.id}/simulation`
  const queryKey = [id, 'locks', 'simulation', lock.id]
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => api.read<Simulation>(path, {}, signal) })
  const tell = useChange<Behaviour, Simulation>({
    send: (behaviour, key) => api.send(path, { method: 'PUT', body: { behaviour }, key }),
    onDone: (after) => client.setQueryData(queryKey, after),
  })
  return (
    <SelectField
      label={`${words.behaviour}: ${what}`}
      isLabelHidden
      value={tell.isPending ? tell.variables.input : (data?.behaviour ?? 'online')}
      onChange={({ target }) => tell.mutate(change(target.value as Behaviour))}
    >
      <Options values={BEHAVIOURS} text={(behaviour) => words.behaviours[behaviour]} />
    </SelectField>
  )
}
