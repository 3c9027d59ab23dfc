import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { useWords } from '../../language/language.tsx'
import { assistantWords } from './words/assistant-words.ts'

interface ComposerProps {
  text: string
  onText(text: string): void
  isBusy?: boolean
  /** Beside the button that sends. */
  children?: ReactNode
}

/** Where one writes to an agent: Enter sends, with Shift it is a new line. */
export function Composer({ text, onText, isBusy = false, children }: ComposerProps): ReactNode {
  const words = useWords(assistantWords)
  function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <div className="grid gap-2">
      <label htmlFor="saying" className="sr-only">
        {words.write}
      </label>
      <textarea
        id="saying"
        rows={2}
        maxLength={100_000}
        placeholder={words.write}
        className="field-sizing-content max-h-60 min-h-16 w-full resize-none rounded-control border border-edge bg-surface px-3.5 py-3 text-body text-ink placeholder:text-soft"
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={sendByKey}
      />
      <div className="flex items-center gap-2">
        <p className="hidden min-w-0 flex-1 text-small text-soft sm:block">{words.sendHint}</p>
        <span className="ml-auto flex gap-2">
          {children}
          <Button type="submit" look="primary" icon="send" busy={isBusy} disabled={text.trim() === ''}>
            {words.send}
          </Button>
        </span>
      </div>
    </div>
  )
}
