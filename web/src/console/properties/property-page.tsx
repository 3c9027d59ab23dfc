import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Property } from '../../../../src/modules/properties/property.schema.ts'
import type { Reservation } from '../../../../src/modules/reservations/reservation.schema.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { PageHeader } from '../shell/page-header.tsx'
import type { Tagged } from '../shell/request.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { Doors } from './doors.tsx'
import { Facts } from './facts.tsx'
import { Guide } from './guide.tsx'
import { GuestLinks } from './guest-links.tsx'
import { HomeStatus } from './home-signs.tsx'
import { OpenTasks } from './open-tasks.tsx'
import { usePropertyChange } from './property-changes.ts'
import { propertyQuery } from './property-queries.ts'
import { Stays } from './stays.tsx'
import { propertiesWords } from './words/properties-words.ts'

/** One home: who stays there, what is to do, its doors and its facts. */
export function PropertyPage(): ReactNode {
  const { propertyId = '' } = useParams({ strict: false })
  const { data, isPending, error, refetch } = useQuery(propertyQuery(useDesk(), propertyId))
  if (data) return <OpenProperty key={data.value.id} seen={data} />
  return isPending ? <Waiting /> : <LoadFailure error={error} onRetry={() => void refetch()} />
}

function OpenProperty({ seen }: { seen: Tagged<Property> }): ReactNode {
  const property = seen.value
  const words = useWords(propertiesWords)
  const shell = useWords(shellWords)
  const { id } = useDesk()
  const { may } = useRole()
  const router = useRouter()
  const navigate = useNavigate()
  const [linkFor, setLinkFor] = useState<Reservation | 'nobody'>()
  const back = (): void => {
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ to: '/$workspaceId/properties', params: { workspaceId: id } })
  }
  const edit = (): void =>
    void navigate({
      to: '/$workspaceId/properties/$propertyId/edit',
      params: { workspaceId: id, propertyId: property.id },
    })
  const isManager = may('manager')
  useKeys(
    { Escape: back, ...(isManager ? { e: edit } : {}) },
    { Escape: shell.keys.back, ...(isManager ? { e: words.edit } : {}) },
  )
  return (
    <div className="relative lg:overflow-y-auto">
      <PageHeader
        title={property.name}
        aside={
          <>
            <HomeStatus status={property.status} />
            <Link
              to="/$workspaceId/properties"
              params={{ workspaceId: id }}
              className="inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-accent-text hover:bg-sunken"
            >
              <Icon name="home" className="size-5" />
              {words.title}
            </Link>
          </>
        }
        actions={isManager ? <Actions seen={seen} onEdit={edit} /> : null}
      />
      <div className="grid gap-6 px-4 pb-16 lg:grid-cols-[minmax(0,1fr)_22rem] lg:px-6">
        <div className="grid min-w-0 content-start gap-8">
          <Stays property={property} onLink={setLinkFor} />
          <OpenTasks property={property} />
          <Guide property={property} />
        </div>
        <div className="grid min-w-0 content-start gap-6">
          <Facts property={property} />
          {isManager ? (
            <>
              <GuestLinks property={property} linkFor={linkFor} onLink={setLinkFor} />
              <Doors property={property} />
            </>
          ) : null}
        </div>
      </div>
    </div>
  )
}

function Actions({ seen, onEdit }: { seen: Tagged<Property>; onEdit(): void }): ReactNode {
  const words = useWords(propertiesWords)
  const { changeProperty } = usePropertyChange()
  const isArchived = seen.value.status === 'INACTIVE'
  return (
    <>
      <Button look="quiet" onClick={() => changeProperty(seen, { status: isArchived ? 'ACTIVE' : 'INACTIVE' })}>
        {isArchived ? words.activate : words.archive}
      </Button>
      <Button icon="pen" onClick={onEdit}>
        {words.edit}
      </Button>
    </>
  )
}
