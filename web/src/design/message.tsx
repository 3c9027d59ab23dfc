import { useLayoutEffect, useState, type ReactNode } from 'react'
import { TONES, type Tone } from './badge.tsx'
import { Icon, type IconName } from './icon.tsx'

interface MessageProps {
  icon: IconName
  tone?: Tone
  title: string
  text: string
  children?: ReactNode
}

/** The page has changed under the reader: screen readers go on from here. */
function goOn(heading: HTMLHeadingElement | null): void {
  heading?.focus()
}

/** A page that has one thing to say, and says it kindly; or a part of a page, below the heading that it has then. */
export function Message({ icon, tone = 'plain', title, text, children }: MessageProps): ReactNode {
  const [isPage, setPage] = useState(false)
  useLayoutEffect(() => setPage(![...document.querySelectorAll('h1')].some((other) => other.checkVisibility())), [])
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div
      className={`mx-auto grid max-w-sm animate-rise justify-items-center gap-4 px-2 text-center ${isPage ? 'py-16 sm:py-24' : 'py-10'}`}
    >
      <span className={`grid size-20 place-items-center rounded-full ${TONES[tone]}`}>
        <Icon name={icon} className="size-9" />
      </span>
      <Heading
        ref={goOn}
        tabIndex={-1}
        className={`mt-2 font-semibold outline-none ${isPage ? 'text-title' : 'text-lead'}`}
      >
        {title}
      </Heading>
      <p className="text-pretty text-soft">{text}</p>
      {children}
    </div>
  )
}
