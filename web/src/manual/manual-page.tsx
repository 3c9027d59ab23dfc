import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import type { Manual } from '../../../src/modules/links/manual.schema.ts'
import { Frame } from '../design/frame.tsx'
import { Spinner, type IconName } from '../design/icon.tsx'
import { Message } from '../design/message.tsx'
import { Note } from '../design/note.tsx'
import { useLanguage, useWords } from '../language/language.tsx'
import type { Gone } from '../offline/load.ts'
import { Chapters } from './chapters.tsx'
import { DoorPanel } from './door-panel.tsx'
import type { Guide } from './guide.ts'
import { manualWords } from './words/manual-words.ts'

const ICONS: Record<Gone, IconName> = { unknown: 'unlink', revoked: 'unlink', expired: 'hourglass' }

/** Everything behind `/m/{token}`. */
export function ManualPage({ guide }: { guide: Guide }): ReactNode {
  const words = useWords(manualWords)
  const { load, hasSignal } = useSyncExternalStore(guide.subscribe, guide.view)
  const title = load.kind === 'ready' ? load.answer.property.name : words.pageTitle
  useEffect(() => {
    document.title = title
  }, [title])
  const content = (): ReactNode => {
    if (load.kind === 'gone') return <Message icon={ICONS[load.why]} {...words.gone[load.why]} />
    if (load.kind === 'unreachable') {
      return (
        <Message
          icon={hasSignal ? 'alert' : 'noSignal'}
          tone="warn"
          {...(hasSignal ? words.silent : words.unreachable)}
        >
          <Spinner className="size-6 text-soft" />
        </Message>
      )
    }
    if (load.kind === 'loading') {
      return (
        <div className="grid place-items-center py-32 text-soft" role="status">
          <Spinner className="size-8" />
          <span className="sr-only">{words.loading}</span>
        </div>
      )
    }
    return <OpenGuide manual={load.answer} guide={guide} hasSignal={hasSignal} />
  }
  return (
    <Frame mark={<span className="text-label font-semibold">{words.guide}</span>} skip={words.skip}>
      {content()}
    </Frame>
  )
}

function OpenGuide({ manual, guide, hasSignal }: { manual: Manual; guide: Guide; hasSignal: boolean }): ReactNode {
  const words = useWords(manualWords)
  const { format } = useLanguage()
  const { property, stay, door } = manual
  useWhenOpens(door, guide.refresh)
  return (
    <div className="grid animate-rise gap-6 py-6 pb-12 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
      <div className="grid gap-1 lg:col-span-2">
        <p className="text-label font-medium text-accent-text">{words.welcome}</p>
        <h1 dir="auto" className="text-title font-semibold">
          {property.name}
        </h1>
        {stay ? <p className="text-soft">{format.days(stay.checkinDate, stay.checkoutDate)}</p> : null}
      </div>
      {hasSignal ? null : (
        <div className="lg:col-span-2">
          <Note tone="warn" icon="noSignal" title={words.savedCopy} />
        </div>
      )}
      <aside className={`lg:sticky lg:top-20 lg:order-2 lg:self-start ${door.state === 'no_lock' ? 'hidden' : ''}`}>
        <DoorPanel manual={manual} address={guide.doorAddress} hasSignal={hasSignal} onOutdated={guide.refresh} />
      </aside>
      <Chapters property={property} />
    </div>
  )
}

const WAIT_MILLIS_MIN = 5000
const WAIT_MILLIS_MAX = 3_600_000

/**
 * Asks again when the door's time has come, and after every answer that says it has not: the phone's clock may be ahead.
 * A phone that sleeps meanwhile asks when it wakes.
 */
function useWhenOpens(door: Manual['door'], refresh: () => void): void {
  useEffect(() => {
    if (door.state !== 'too_early' || door.opensAt === null) return undefined
    const wait = Math.min(Math.max(WAIT_MILLIS_MIN, Date.parse(door.opensAt) - Date.now()), WAIT_MILLIS_MAX)
    const timer = setTimeout(refresh, wait)
    return () => clearTimeout(timer)
  }, [door, refresh])
}
