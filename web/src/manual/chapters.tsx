import type { ReactNode } from 'react'
import type { Manual } from '../../../src/modules/links/manual.schema.ts'
import { ButtonLink } from '../design/button.tsx'
import { Card, Fact, Prose } from '../design/card.tsx'
import { CopyButton } from '../design/copy-button.tsx'
import { addressLines, mapLink } from '../design/map-link.ts'
import { useLanguage, useWords } from '../language/language.tsx'
import { manualWords } from './words/manual-words.ts'

type Property = Manual['property']

/** What a guest looks for, in the order of a stay. A chapter with nothing to say is not there. */
export function Chapters({ property }: { property: Property }): ReactNode {
  const words = useWords(manualWords)
  const { wifiName, houseRules, hasParking, parkingInstructions } = property
  return (
    <div className="grid content-start gap-4 lg:order-1">
      <Address property={property} />
      <Checkin property={property} />
      {wifiName ? <Wifi name={wifiName} password={property.wifiPassword} /> : null}
      {hasParking || parkingInstructions ? (
        <Card>
          <Fact icon="car" label={words.parking}>
            <Prose>{parkingInstructions ?? words.parkingThere}</Prose>
          </Fact>
        </Card>
      ) : null}
      {houseRules ? (
        <Card>
          <Fact icon="rules" label={words.rules}>
            <Prose>{houseRules}</Prose>
          </Fact>
        </Card>
      ) : null}
      <Checkout property={property} />
    </div>
  )
}

function Address({ property }: { property: Property }): ReactNode {
  const words = useWords(manualWords)
  const lines = addressLines(property)
  const map = mapLink(property, navigator.userAgent)
  if (lines.length === 0 && !map) return null
  return (
    <Card>
      <Fact icon="pin" label={words.address}>
        {lines.map((line) => (
          <p key={line} className="font-semibold">
            {line}
          </p>
        ))}
        <div className="mt-2 flex flex-wrap gap-2">
          {map ? (
            <ButtonLink look="secondary" icon="arrowUpRight" href={map} target="_blank">
              {words.openMap}
              <span className="sr-only"> ({words.opensInNewTab})</span>
            </ButtonLink>
          ) : null}
          {lines.length > 0 ? <CopyButton text={lines.join(', ')} words={words} what={words.address} /> : null}
        </div>
      </Fact>
    </Card>
  )
}

function Checkin({ property }: { property: Property }): ReactNode {
  const words = useWords(manualWords)
  const { format } = useLanguage()
  const { checkinTime: from, checkinTimeEnd: to, checkinInstructions } = property
  if (!from && !checkinInstructions) return null
  const times =
    from && to ? words.checkinBetween(format.time(from), format.time(to)) : from && words.checkinFrom(format.time(from))
  return (
    <Card>
      <Fact icon="key" label={words.checkin}>
        {times ? <p className="font-semibold">{times}</p> : null}
        {checkinInstructions ? <Prose>{checkinInstructions}</Prose> : null}
      </Fact>
    </Card>
  )
}

function Checkout({ property }: { property: Property }): ReactNode {
  const words = useWords(manualWords)
  const { format } = useLanguage()
  const { checkoutTime, checkoutInstructions } = property
  if (!checkoutTime && !checkoutInstructions) return null
  return (
    <Card>
      <Fact icon="bed" label={words.checkout}>
        {checkoutTime ? <p className="font-semibold">{words.checkoutUntil(format.time(checkoutTime))}</p> : null}
        {checkoutInstructions ? <Prose>{checkoutInstructions}</Prose> : null}
      </Fact>
    </Card>
  )
}

function Wifi({ name, password }: { name: string; password: string | null }): ReactNode {
  const words = useWords(manualWords)
  return (
    <Card>
      <Fact icon="wifi" label={words.wifi}>
        <div className="grid gap-3 pt-1">
          <Copyable label={words.network} text={name} />
          {password ? <Copyable label={words.password} text={password} isCode /> : null}
        </div>
      </Fact>
    </Card>
  )
}

function Copyable({ label, text, isCode = false }: { label: string; text: string; isCode?: boolean }): ReactNode {
  const words = useWords(manualWords)
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="text-small text-soft">{label}</p>
        <p className={`font-semibold select-all ${isCode ? 'font-mono text-label' : ''}`}>{text}</p>
      </div>
      <CopyButton text={text} words={words} what={label} />
    </div>
  )
}
