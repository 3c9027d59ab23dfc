import { useEffect, useRef, type ReactNode } from 'react'
import { TONES, type Tone } from './badge.tsx'
import { Icon, type IconName } from './icon.tsx'

interface MessageProps {
  icon: IconName
  tone?: Tone
  title: string
  text: string
  children?: ReactNode
}

/** A page that has one thing to say, and says it kindly. */
export function Message({ icon, tone = 'plain', title, text, children }: MessageProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  // The page has changed under the reader: screen readers go on from here.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mx-auto grid max-w-sm animate-rise justify-items-center gap-4 px-2 py-16 text-center sm:py-24">
      <span className={`grid size-20 place-items-center rounded-full ${TONES[tone]}`}>
        <Icon name={icon} className="size-9" />
      </span>
      <h1 ref={heading} tabIndex={-1} className="mt-2 text-title font-semibold outline-none">
        {title}
      </h1>
      <p className="text-pretty text-soft">{text}</p>
      {children}
    </div>
  )
}
