import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Vendor } from '../../../../src/modules/workforce/vendor.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card, Prose } from '../../design/card.tsx'
import { Joined } from '../../design/joined.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { useSkills, vendorQuery } from './people-queries.ts'
import { PersonFrame, Row } from './person-frame.tsx'
import { useVendorChange } from './vendor-changes.ts'
import { VendorSheet } from './vendor-sheet.tsx'
import { peopleWords } from './words/people-words.ts'

/** An outside company: how to reach it, what it can do, what it has to do. */
export function VendorPage(): ReactNode {
  const { vendorId = '' } = useParams({ strict: false })
  const { data, isPending, error, refetch } = useQuery(vendorQuery(useDesk(), vendorId))
  if (data) return <OpenVendor key={data.id} vendor={data} />
  return isPending ? <Waiting /> : <LoadFailure error={error} onRetry={() => void refetch()} />
}

function OpenVendor({ vendor }: { vendor: Vendor }): ReactNode {
  const words = useWords(peopleWords)
  const { may } = useRole()
  const [isEditing, setEditing] = useState(false)
  const { changeVendor } = useVendorChange()
  const actions = may('manager') ? (
    <>
      <Button look="quiet" onClick={() => changeVendor(vendor, { active: !vendor.active })}>
        {vendor.active ? words.vendor.stop : words.vendor.resume}
      </Button>
      <Button icon="pen" onClick={() => setEditing(true)}>
        {words.edit}
      </Button>
    </>
  ) : null
  return (
    <PersonFrame
      personId={vendor.id}
      name={vendor.name}
      aside={
        <Badge tone={vendor.active ? 'good' : 'plain'}>
          {vendor.active ? words.vendor.title : words.vendor.inactive}
        </Badge>
      }
      actions={actions}
    >
      <Contact vendor={vendor} />
      {isEditing ? <VendorSheet vendor={vendor} onClose={() => setEditing(false)} /> : null}
    </PersonFrame>
  )
}

const WAY = '-my-2 inline-flex min-h-11 items-center text-accent-text hover:underline'

function Contact({ vendor }: { vendor: Vendor }): ReactNode {
  const words = useWords(peopleWords)
  const { contactName, email, phone, serviceArea, notes, skillIds } = vendor
  const names = useSkills()
    .filter(({ id }) => skillIds.includes(id))
    .map(({ name }) => name)
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="font-semibold">{words.about}</h2>
      {email === null && phone === null ? <p className="text-soft">{words.vendor.noContact}</p> : null}
      <dl className="grid gap-3">
        {contactName === null ? null : <Row name={words.vendor.contact}>{contactName}</Row>}
        {email === null ? null : (
          <Row name={words.vendor.email}>
            <a className={WAY} href={`mailto:${encodeURIComponent(email)}`}>
              {email}
            </a>
          </Row>
        )}
        {phone === null ? null : (
          <Row name={words.vendor.phone}>
            <a className={WAY} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
              {phone}
            </a>
          </Row>
        )}
        {serviceArea === null ? null : <Row name={words.vendor.area}>{serviceArea}</Row>}
        <Row name={words.skills}>{names.length === 0 ? words.none : <Joined parts={names} by=", " />}</Row>
      </dl>
      {notes === null ? null : (
        <div className="grid gap-0.5">
          <h3 className="text-small text-soft">{words.vendor.notes}</h3>
          <Prose>{notes}</Prose>
        </div>
      )}
    </Card>
  )
}
