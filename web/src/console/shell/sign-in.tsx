import { useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { LineField } from '../../design/field.tsx'
import { Note } from '../../design/note.tsx'
import { LanguageSwitch } from '../../language/language-switch.tsx'
import { useWords } from '../../language/language.tsx'
import { goOnFrom, useFocusHere } from '../parts/focus.ts'
import { useConsole } from './console-context.ts'
import { Problem } from './problem.ts'
import { shellWords } from './words/shell-words.ts'

interface SignInProps {
  reason: string | undefined
  /** Of whoever was here before: it need not be written again. */
  email: string | undefined
}

/** Over a page that is kept: in front of the sheets that are open there too. */
export function SignInAgain(props: SignInProps): ReactNode {
  const words = useWords(shellWords)
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the field takes the focus.
  useLayoutEffect(() => {
    const before = document.activeElement
    if (!dialog.current?.open) dialog.current?.showModal()
    // Once the page is there again. Where one was, or at its beginning if that has gone.
    return () => queueMicrotask(() => goOnFrom(before))
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={words.signIn.title}
      closedby="none"
      // For browsers that do not know of `closedby`.
      onCancel={(event) => event.preventDefault()}
      className="m-0 size-full max-h-none max-w-none bg-paper text-ink"
    >
      <SignIn {...props} />
    </dialog>
  )
}

/** Stands in place of the page that was asked for: whoever signs in goes on there. */
export function SignIn({ reason, email }: SignInProps): ReactNode {
  const { session } = useConsole()
  const words = useWords(shellWords)
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const first = useFocusHere<HTMLInputElement>()
  const reasons: Record<string, string> = words.signIn.reasons
  const why = reason === undefined ? undefined : reasons[reason]

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    try {
      await session.signIn(String(form.get('email')), String(form.get('password')))
    } catch (error) {
      setRefusal(refusalOf(error))
      setBusy(false)
    }
  }
  function refusalOf(error: unknown): string {
    if (!(error instanceof Problem)) return words.unreachable
    if (error.status === 429) return words.signIn.tooOften
    return error.status === 401 ? words.signIn.wrong : error.message
  }

  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-6 p-4">
      <div className="flex items-center justify-between gap-2">
        <p className="text-lead font-semibold text-accent-text">{words.product}</p>
        <LanguageSwitch />
      </div>
      <Card className="p-6">
        <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
          <h1 className="text-title font-semibold">{words.signIn.title}</h1>
          {why === undefined || refusal !== undefined ? null : <Note tone="info" icon="key" title={why} />}
          <div role="alert">{refusal === undefined ? null : <Note tone="danger" icon="alert" title={refusal} />}</div>
          <LineField
            label={words.signIn.email}
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={email}
            ref={email === undefined ? first : undefined}
          />
          <LineField
            label={words.signIn.password}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            ref={email === undefined ? undefined : first}
          />
          <Button type="submit" look="primary" size="large" busy={isBusy}>
            {words.signIn.submit}
          </Button>
        </form>
      </Card>
    </main>
  )
}
