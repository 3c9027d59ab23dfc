import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { StateLine } from '../../../design/note.tsx'
import { useWords } from '../../../language/language.tsx'
import { DifferenceView } from '../../parts/difference-view.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { Waiting } from '../../shell/gate.tsx'
import { versionDiffQuery, versionTextQuery, type VersionDiff } from './panel-queries.ts'
import { panelsWords } from './words/panels-words.ts'

interface VersionDifferenceProps {
  workflowId: string
  pair: { from: number; to: number }
}

/** By steps first, then line by line. */
export function VersionDifference({ workflowId, pair }: VersionDifferenceProps): ReactNode {
  const words = useWords(panelsWords).versions
  const desk = useDesk()
  const isSame = pair.from === pair.to
  const diff = useQuery({ ...versionDiffQuery(desk, workflowId, pair), enabled: !isSame }).data
  const before = useQuery(versionTextQuery(desk, workflowId, pair.from)).data?.yaml
  const after = useQuery(versionTextQuery(desk, workflowId, pair.to)).data?.yaml
  if (before === undefined || after === undefined) return <Waiting />
  return (
    <div className="grid gap-3">
      {diff ? <Summary diff={diff} /> : null}
      <DifferenceView
        before={before}
        after={after}
        label={words.difference}
        words={{ ...words, same: words.unchanged }}
      />
    </div>
  )
}

const nameOf = (pointer: string | undefined): string => pointer?.split('/').at(-1) ?? ''

function Summary({ diff: { changes, fields, blocked, canMove } }: { diff: VersionDiff }): ReactNode {
  const words = useWords(panelsWords).versions
  if (changes.length === 0 && fields.length === 0) return <p>{words.same}</p>
  return (
    <div className="grid gap-2">
      <ul className="grid gap-1">
        {changes.map(({ change, from, to, fields: own = [] }) => (
          <li key={`${change} ${from} ${to}`}>{words.changes[change](nameOf(to ?? from), own.join(', '))}</li>
        ))}
        {fields.length === 0 ? null : <li>{words.fields(fields.join(', '))}</li>}
      </ul>
      <StateLine tone={canMove ? 'good' : 'warn'} icon={canMove ? 'check' : 'alert'}>
        {canMove ? words.canMove : words.cannotMove(blocked.map(({ from }) => nameOf(from)).join(', '))}
      </StateLine>
    </div>
  )
}
