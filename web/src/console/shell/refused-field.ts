import { openSheets } from '../../design/open-sheets.ts'
import { Problem } from './problem.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Where a change is sent from: the form that is being filled in, if there is one. */
export function formInUse(): HTMLFormElement | undefined {
  const own = document.activeElement?.closest('form')
  if (own) return own
  // There are browsers in which a button that is clicked does not take the focus.
  const forms = (openSheets.top()?.closest('dialog') ?? document.getElementById('main'))?.querySelectorAll('form')
  return forms?.length === 1 ? forms[0] : undefined
}

/** The field of the form that the server names, while it is there to be seen. */
function fieldOf(form: HTMLFormElement | undefined, name: string): Field | undefined {
  const found = name === '' || !form?.isConnected ? null : form.elements.namedItem(name)
  const isField =
    found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement || found instanceof HTMLSelectElement
  return isField && found.checkVisibility() ? found : undefined
}

/** What people call the field. */
export function labelIn(form: HTMLFormElement | undefined): (name: string) => string | undefined {
  return (name) => fieldOf(form, name)?.labels?.[0]?.textContent.trim() || undefined
}

/** Marks the fields that were refused until they are written anew, and leads to the first of them. */
export function leadToField(form: HTMLFormElement | undefined, error: unknown): void {
  if (!(error instanceof Problem)) return
  const fields = error.faults.flatMap(({ field }) => fieldOf(form, field) ?? [])
  for (const field of fields) {
    field.setAttribute('aria-invalid', 'true')
    field.addEventListener('input', () => field.removeAttribute('aria-invalid'), { once: true })
  }
  fields[0]?.focus()
}
