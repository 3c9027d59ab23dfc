import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { openAt } from './open-sheets.ts'
import { UnsentQuestion } from './unsent-question.tsx'

interface SheetProps {
  title: string
  isOpen: boolean
  onClose(): void
  /** What it shows is shown once: it goes by a button in it, not by Escape or a press beside it. */
  isHeld?: boolean
  /** What is written in it is there again when it is opened the next time: Escape loses nothing. */
  isKept?: boolean
  children: ReactNode
}

/** Escape would lose what is written in a form: whoever presses it is asked, and has answered when they press it again. */
function useEscapeGuard(isKept: boolean) {
  const written = useRef(new Set<Element>())
  /** Where one was when it was pressed. */
  const [asked, setAsked] = useState<Element | null>(null)
  return {
    isAsking: asked !== null,
    note(field: Element): void {
      written.current.add(field)
      setAsked(null)
    },
    /** Whether it asks now. */
    asks(): boolean {
      if (isKept || asked !== null || ![...written.current].some(isWriting)) return false
      setAsked(document.activeElement)
      return true
    },
    over(): void {
      written.current.clear()
      setAsked(null)
    },
    stay(): void {
      setAsked(null)
      if (asked instanceof HTMLElement) asked.focus()
    },
  }
}

/** Words stand in it that were not sent yet; what was sent has left the field, or taken it along. */
function isWriting(field: Element): boolean {
  if (!field.isConnected) return false
  if (field instanceof HTMLTextAreaElement) return field.value.trim() !== ''
  return field instanceof HTMLInputElement && WRITTEN.includes(field.type) && field.value.trim() !== ''
}
const WRITTEN = ['text', 'search', 'email', 'url', 'tel', 'number', 'password']

/** Comes up from below on a phone, stands in the middle on a desktop. The browser keeps the focus inside. */
export function Sheet({ title, isOpen, onClose, isHeld = false, isKept = false, children }: SheetProps): ReactNode {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  /** The browser tells of a closing later, when the sheet may already be open again. */
  const closedByUs = useRef(0)
  /** A form in it was filled in: a press beside it would lose that, and Escape asks before it does. */
  const [isChanged, setChanged] = useState(false)
  const guard = useEscapeGuard(isKept)
  useEffect(() => {
    if (isOpen && !dialog.current?.open) {
      dialog.current?.showModal()
      // Not into the first field: a phone would bring up its keyboard over what there is to read.
      heading.current?.focus()
    }
    if (!isOpen && dialog.current?.open) {
      closedByUs.current += 1
      dialog.current.close()
    }
    if (!isOpen) setChanged(false)
  }, [isOpen])
  // One that is taken away open takes the focus with it: closed before, it gives it back to what opened it.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => {
      if (!element?.open) return
      closedByUs.current += 1
      element.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={() => {
        guard.over()
        if (closedByUs.current === 0) onClose()
        else closedByUs.current -= 1
      }}
      closedby={isHeld ? 'none' : isChanged ? 'closerequest' : 'any'}
      onInput={({ target }) => {
        if (!(target instanceof Element) || !target.closest('form')) return
        setChanged(true)
        guard.note(target)
      }}
      onCancel={(event) => {
        // That of a file that was not chosen is not its own. `isHeld`: for browsers that do not know of `closedby`.
        if (event.target === event.currentTarget && (isHeld || guard.asks())) event.preventDefault()
      }}
      className="mx-auto mt-auto mb-0 w-full max-w-none rounded-t-sheet bg-surface text-ink open:animate-rise sm:my-auto sm:max-w-md sm:rounded-sheet"
    >
      {isOpen ? (
        <>
          <div className="grid grid-cols-1 gap-4 p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
            <h2 ref={heading} id={id} tabIndex={-1} className="text-lead font-semibold outline-none">
              {title}
            </h2>
            {children}
          </div>
          {guard.isAsking ? <UnsentQuestion onStay={guard.stay} onDiscard={onClose} /> : null}
          <div
            ref={openAt}
            role="status"
            className="sticky bottom-0 grid gap-2 px-4 pb-[max(1rem,env(safe-area-inset-bottom))] empty:hidden"
          />
        </>
      ) : null}
    </dialog>
  )
}
