import { useState, type ReactNode } from 'react'
import type { SharedPhoto } from '../../../src/modules/links/shared-task.schema.ts'
import { Icon, Spinner } from '../design/icon.tsx'
import { EntryState } from './entry-state.tsx'
import { useObjectUrl } from './gone-page.tsx'
import { isPending, type Pending } from './outlook.ts'
import { useTask } from './task-context.ts'

export type ShownPhoto = SharedPhoto | Pending<'photo'>

export function PhotoGrid({ photos }: { photos: readonly ShownPhoto[] }): ReactNode {
  if (photos.length === 0) return null
  return (
    <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
      {photos.map((photo, index) =>
        isPending<'photo'>(photo) ? (
          <li key={photo.key} className={`grid content-start gap-1.5 ${photo.refusal ? 'col-span-full' : ''}`}>
            <PendingPhoto photo={photo} />
          </li>
        ) : (
          <li key={photo.id}>
            <SentPhoto photo={photo} number={photos.length - index} />
          </li>
        ),
      )}
    </ul>
  )
}

const FRAME = 'aspect-square w-full rounded-control bg-sunken object-cover'

function PendingPhoto({ photo }: { photo: Pending<'photo'> }): ReactNode {
  const { words } = useTask()
  const address = useObjectUrl(photo.action.file)
  const [isBroken, setBroken] = useState(false)
  const look = photo.refusal ? 'max-w-32' : 'opacity-70'
  return (
    <>
      {address && !isBroken ? (
        <img src={address} alt={words.unsentPhoto} className={`${FRAME} ${look}`} onError={() => setBroken(true)} />
      ) : (
        <span className={`${FRAME} ${look} grid place-items-center text-soft`}>
          {isBroken ? <Icon name="image" className="size-8" /> : <Spinner />}
        </span>
      )}
      <EntryState entry={photo} />
    </>
  )
}

function SentPhoto({ photo, number }: { photo: SharedPhoto; number: number }): ReactNode {
  const { place, words } = useTask()
  const [tries, setTries] = useState(0)
  const label = photo.caption ?? words.photoNumber(number)
  return (
    <a
      href={`${place.base}${photo.url}`}
      target="_blank"
      rel="noreferrer"
      aria-label={`${label} (${words.opensInNewTab})`}
      className="block rounded-control"
    >
      <img
        key={tries}
        src={`${place.base}${photo.thumbnailUrl}`}
        alt=""
        loading="lazy"
        className={FRAME}
        // Many photos at once may be too many for a moment.
        onError={() => tries < 3 && setTimeout(() => setTries(tries + 1), 3000 * (tries + 1))}
      />
    </a>
  )
}
