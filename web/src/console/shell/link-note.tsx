import { useMatches, useNavigate, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { lostIn } from './lost-search.ts'
import { shellWords } from './words/shell-words.ts'

/** What the page makes nothing of in its address: said, and not left out in silence. */
export function LinkNote(): ReactNode {
  const words = useWords(shellWords)
  const navigate = useNavigate()
  const { routesById } = useRouter()
  const match = useMatches({ select: (matches) => matches.at(-1) })
  if (!match) return null
  const read = routesById[match.routeId].options.validateSearch
  if (typeof read !== 'function') return null
  const understood: object = read({ ...match.search })
  const lost = lostIn(match.search, understood)
  if (lost.length === 0) return null
  return (
    <div role="status" className="flex items-center gap-3 border-b border-line bg-info-ground px-4 text-info-text">
      <Icon name="unlink" className="size-5" />
      <p className="min-w-0 flex-1 py-2.5 wrap-anywhere">{words.lostInLink(lost.join(', '))}</p>
      <IconButton
        icon="x"
        label={words.close}
        isSoft
        onClick={() => void navigate({ to: '.', search: { ...understood }, replace: true })}
      />
    </div>
  )
}
