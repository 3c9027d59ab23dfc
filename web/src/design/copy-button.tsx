import { useRef, useState, type ReactNode } from 'react'
import { useAnnounce } from './announce.tsx'
import { Button } from './button.tsx'

const SHOWN_MILLIS = 2500

interface CopyButtonProps {
  text: string
  words: { copy: string; copied: string }
  /** What is copied, for those who do not see what the button stands beside. */
  what: string
}

export function CopyButton({ text, words, what }: CopyButtonProps): ReactNode {
  const announce = useAnnounce()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isCopied, setCopied] = useState(false)
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce(`${what}: ${words.copied}`)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), SHOWN_MILLIS)
  }
  // Without encryption the browser has no clipboard for pages; the text can be copied by hand.
  if (!('clipboard' in navigator)) return null
  return (
    <Button
      look="secondary"
      icon={isCopied ? 'check' : 'copy'}
      aria-label={`${isCopied ? words.copied : words.copy}: ${what}`}
      onClick={() => void copy()}
    >
      {isCopied ? words.copied : words.copy}
    </Button>
  )
}
