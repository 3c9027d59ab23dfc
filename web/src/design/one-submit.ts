/**
 * A form that is at work is not sent again, whether by another press or by Enter: it would be made twice. A press that
 * comes before the page could show that it is at work counts as the same press.
 */
export function guardForms(page: Document): void {
  const taken = new WeakSet<HTMLFormElement>()
  page.addEventListener(
    'submit',
    (event) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement)) return
      if (taken.has(form) || isAtWork(form)) {
        event.preventDefault()
        event.stopImmediatePropagation()
        return
      }
      taken.add(form)
      // What the press began is drawn within one turn, which is asked for later than the first of these.
      setTimeout(() => setTimeout(() => taken.delete(form)))
    },
    { capture: true },
  )
}

function isAtWork(form: HTMLFormElement): boolean {
  return [...form.elements].some(
    (each) => each instanceof HTMLButtonElement && each.type === 'submit' && each.ariaDisabled === 'true',
  )
}
