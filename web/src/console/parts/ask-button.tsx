import { useState, type ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { useWords } from '../../language/language.tsx'
import { useFocusHere } from './focus.ts'
import { IconButton } from './icon-button.tsx'
import { shellWords } from '../shell/words/shell-words.ts'

interface AskButtonProps {
  /** What the first press says, and what the second one does. */
  label: string
  really: string
  /** What it is about, for those who do not see what the button stands beside. */
  what: string
  busy?: boolean
  /** Stays as it is until the answer is there. What stands beside it can make room by `data-asking`. */
  isStill?: boolean
  onYes(): void
}

/** For what cannot be taken back: it is pressed twice, and says what the second press does. */
export function AskButton({ label, really, what, busy = false, isStill = false, onYes }: AskButtonProps): ReactNode {
  const words = useWords(shellWords)
  const [isPressed, setPressed] = useState(false)
  const isAsking = isPressed || (isStill && busy)
  return (
    <span className="inline-flex flex-wrap gap-2" data-asking={isAsking || undefined}>
      {isPressed ? (
        <Button look="quiet" onClick={() => setPressed(false)}>
          {words.cancel}
        </Button>
      ) : null}
      <Button
        look="danger"
        busy={busy}
        aria-label={`${isAsking ? really : label}: ${what}`}
        onClick={() => {
          setPressed(!isPressed)
          if (isPressed) onYes()
        }}
      >
        {isAsking ? really : label}
      </Button>
    </span>
  )
}

interface AskIconButtonProps {
  label: string
  really: string
  onYes(): void
}

/** The same where there is no room for words until it is asked. What stands beside it makes room by `data-asking`. */
export function AskIconButton({ label, really, onYes }: AskIconButtonProps): ReactNode {
  const [isPressed, setPressed] = useState(false)
  if (!isPressed) return <IconButton icon="trash" label={label} isSoft onClick={() => setPressed(true)} />
  const close = (): void => setPressed(false)
  return <Question really={really} label={label} onYes={onYes} onClose={close} />
}

function Question({ label, really, onYes, onClose }: AskIconButtonProps & { onClose(): void }): ReactNode {
  const words = useWords(shellWords)
  // In the place of what was pressed, which had it.
  const yes = useFocusHere<HTMLButtonElement>()
  return (
    <span className="inline-flex flex-wrap gap-2" data-asking>
      <Button look="quiet" onClick={onClose}>
        {words.cancel}
      </Button>
      <Button
        ref={yes}
        look="danger"
        aria-label={`${really}: ${label}`}
        onClick={() => {
          onClose()
          onYes()
        }}
      >
        {really}
      </Button>
    </span>
  )
}
