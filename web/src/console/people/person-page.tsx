import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Person } from '../../../../src/modules/workforce/person.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { Joined } from '../../design/joined.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure, NotFound } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { useDepartments } from '../tasks/lookup-queries.ts'
import { DaysOff } from './days-off.tsx'
import { personQuery } from './people-queries.ts'
import { PersonFrame, Row } from './person-frame.tsx'
import { UsualWeek } from './usual-week.tsx'
import { peopleWords } from './words/people-words.ts'

/** One of our people: their week, what they have to do, when they work. */
export function PersonPage(): ReactNode {
  const { personId = '' } = useParams({ strict: false })
  const { data, isPending, error, refetch } = useQuery(personQuery(useDesk(), personId))
  if (isPending) return <Waiting />
  if (!data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  const person = data.items[0]
  return person ? <OpenPerson key={person.id} person={person} /> : <NotFound />
}

function OpenPerson({ person }: { person: Person }): ReactNode {
  const words = useWords(peopleWords)
  const departments = useDepartments()
  const { id, name, role, membershipId, departmentIds, skills } = person
  const inDepartments = departments.filter((each) => departmentIds.includes(each.id)).map((each) => each.name)
  return (
    <PersonFrame personId={id} name={name} aside={role === null ? null : <Badge>{words.roles[role]}</Badge>}>
      <Card className="grid gap-3 p-4">
        <h2 className="font-semibold">{words.about}</h2>
        <dl className="grid gap-3">
          <Row name={words.departments}>
            {inDepartments.length === 0 ? words.none : <Joined parts={inDepartments} by=", " />}
          </Row>
          <Row name={words.skills}>
            {skills.length === 0 ? words.none : <Joined parts={skills.map((skill) => skill.name)} by=", " />}
          </Row>
        </dl>
      </Card>
      {membershipId === null ? null : (
        <>
          <UsualWeek membershipId={membershipId} />
          <DaysOff membershipId={membershipId} />
        </>
      )}
    </PersonFrame>
  )
}
