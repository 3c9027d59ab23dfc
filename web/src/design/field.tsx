import { useId, type ComponentProps, type ReactNode } from 'react'

const BOX =
  'w-full rounded-control border border-edge bg-surface px-3.5 py-3 text-body text-ink placeholder:text-soft disabled:opacity-60'

interface Labelled {
  label: string
  /** The label is read out but not shown: what stands above says it already. */
  isLabelHidden?: boolean
  hint?: string
}

/** Some lines of text; the box grows with them. */
export function TextField({
  label,
  isLabelHidden = false,
  hint,
  ...rest
}: Labelled & ComponentProps<'textarea'>): ReactNode {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-label font-medium'}>
        {label}
      </label>
      <textarea
        id={id}
        rows={2}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={`field-sizing-content max-h-80 min-h-12 resize-none ${BOX}`}
        {...rest}
      />
      {hint ? (
        <p id={`${id}-hint`} className="text-small text-soft">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/** One line of text, a date, a number. */
export function LineField({
  label,
  isLabelHidden = false,
  hint,
  ...rest
}: Labelled & ComponentProps<'input'>): ReactNode {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-label font-medium'}>
        {label}
      </label>
      <input id={id} aria-describedby={hint ? `${id}-hint` : undefined} className={`min-h-12 ${BOX}`} {...rest} />
      {hint ? (
        <p id={`${id}-hint`} className="text-small text-soft">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/** One of a few, in the way of the browser. */
export function SelectField({
  label,
  isLabelHidden = false,
  children,
  ...rest
}: Omit<Labelled, 'hint'> & ComponentProps<'select'>): ReactNode {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-label font-medium'}>
        {label}
      </label>
      <select id={id} className={`min-h-12 ${BOX}`} {...rest}>
        {children}
      </select>
    </div>
  )
}
