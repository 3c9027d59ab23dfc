import type { ReactNode } from 'react'
import type { Property } from '../../../../src/modules/properties/property.schema.ts'
import { Card } from '../../design/card.tsx'
import { Icon } from '../../design/icon.tsx'
import { addressLines, mapLink } from '../../design/map-link.ts'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { factForm } from './fact-form.ts'
import { FIELD_KINDS, type PropertyField } from './property-fields.ts'
import { propertiesWords } from './words/properties-words.ts'

/** Shown elsewhere on the page, or too long to be a fact. */
const ELSEWHERE: readonly PropertyField[] = [
  'name',
  'status',
  'address',
  'city',
  'postalCode',
  'latitude',
  'longitude',
  'checkinInstructions',
  'checkoutInstructions',
  'parkingInstructions',
  'cleaningInstructions',
]
const MONEY: readonly PropertyField[] = ['cleaningFee', 'dealValue']

/** What is known of the home; what nobody has said takes no room. */
export function Facts({ property }: { property: Property }): ReactNode {
  const words = useWords(propertiesWords)
  const known = (Object.keys(FIELD_KINDS) as PropertyField[]).filter(
    (field) => !ELSEWHERE.includes(field) && property[field] !== null && property[field] !== false,
  )
  const custom = Object.entries(property.customFields)
  const isBare = known.length === 0 && custom.length === 0 && addressLines(property).length === 0
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="font-semibold">{words.facts}</h2>
      <Address property={property} />
      {isBare ? <p className="text-soft">{words.noFacts}</p> : null}
      <dl className="grid gap-1.5">
        {known.map((field) => (
          <Row key={field} name={words.fields[field]}>
            <Value field={field} property={property} />
          </Row>
        ))}
        {custom.map(([name, value]) => (
          <Row key={name} name={name}>
            <OwnValue value={value} />
          </Row>
        ))}
      </dl>
    </Card>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-baseline gap-3">
      <dt className="text-small text-soft">{name}</dt>
      <dd className="min-w-0 font-medium">{children}</dd>
    </div>
  )
}

function Value({ field, property }: { field: PropertyField; property: Property }): ReactNode {
  const words = useWords(propertiesWords)
  const { currency } = useDesk()
  const { format } = useLanguage()
  const value = property[field]
  if (value === true) return words.yes
  if (typeof value === 'number' && !MONEY.includes(field)) return format.number(value)
  if (FIELD_KINDS[field] === 'time') return format.time(String(value))
  if (MONEY.includes(field)) return format.money(Number(value), currency)
  return String(value)
}

/** What a workspace has noted besides: a link or a number to call can be pressed. */
function OwnValue({ value }: { value: unknown }): ReactNode {
  const { yes, no } = useWords(propertiesWords)
  const { format } = useLanguage()
  const { text, href } = factForm(value, { format, yes, no })
  if (href === undefined) return <span className="wrap-anywhere">{text}</span>
  return (
    <a
      href={href}
      target={href.startsWith('tel:') ? undefined : '_blank'}
      rel="noreferrer noopener"
      className="inline-flex min-h-11 items-center wrap-anywhere text-accent-text hover:underline"
    >
      {text}
    </a>
  )
}

function Address({ property }: { property: Property }): ReactNode {
  const words = useWords(propertiesWords)
  const lines = addressLines(property)
  const map = mapLink(property, navigator.userAgent)
  if (map === undefined) return null
  return (
    <p className="grid gap-0.5">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      <a
        href={map}
        target="_blank"
        rel="noreferrer noopener"
        className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-accent-text hover:underline"
      >
        <Icon name="pin" className="size-5" />
        {words.map}
      </a>
    </p>
  )
}
