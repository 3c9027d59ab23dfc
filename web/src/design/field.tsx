import { useId, type ComponentProps, type ReactNode } from 'react'
import { Icon } from './icon.tsx'

const BOX =
  'w-full rounded-control border border-edge bg-surface px-3.5 py-3 text-body text-ink placeholder:text-soft disabled:opacity-60'

interface Labelled {
  label: string
  /** The label is read out but not shown: what stands above says it already. */
  isLabelHidden?: boolean
  hint?: string
  /** Only where it is looked for by its id. */
  id?: string
}

/** What every field is tied to its words by. */
interface Ties {
  id: string
  'aria-describedby': string | undefined
}

/** The words of a field: what it is for above it, what helps below it. */
function Labelled({
  label,
  isLabelHidden = false,
  hint,
  id: given,
  children,
}: Labelled & { children(ties: Ties): ReactNode }): ReactNode {
  const made = useId()
  const id = given ?? made
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-label font-medium'}>
        {label}
      </label>
      {children({ id, 'aria-describedby': hint ? `${id}-hint` : undefined })}
      {hint ? (
        <p id={`${id}-hint`} className="text-small text-soft">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/** Some lines of text; the box grows with them. */
export function TextField({
  label,
  isLabelHidden,
  hint,
  id,
  ...rest
}: Labelled & ComponentProps<'textarea'>): ReactNode {
  return (
    <Labelled {...{ label, isLabelHidden, hint, id }}>
      {(ties) => (
        <textarea
          {...ties}
          rows={2}
          className={`field-sizing-content max-h-80 min-h-12 resize-none ${BOX}`}
          {...rest}
        />
      )}
    </Labelled>
  )
}

/** One line of text, a date, a number. */
export function LineField({ label, isLabelHidden, hint, id, ...rest }: Labelled & ComponentProps<'input'>): ReactNode {
  return (
    <Labelled {...{ label, isLabelHidden, hint, id }}>
      {(ties) => <input {...ties} className={`min-h-12 ${BOX}`} {...rest} />}
    </Labelled>
  )
}

/** One of a few: the browser's own list, behind our own sign. */
export function SelectField({
  label,
  isLabelHidden,
  hint,
  id,
  children,
  ...rest
}: Labelled & ComponentProps<'select'>): ReactNode {
  return (
    <Labelled {...{ label, isLabelHidden, hint, id }}>
      {(ties) => (
        <span className="relative flex items-center">
          <select {...ties} className={`min-h-12 appearance-none truncate pr-10 ${BOX}`} {...rest}>
            {children}
          </select>
          <Icon name="chevronDown" className="pointer-events-none absolute right-3.5 size-4 text-soft" />
        </span>
      )}
    </Labelled>
  )
}

/** Yes or no, with its words behind it. */
export function TickField({
  label,
  hint,
  ...rest
}: Omit<Labelled, 'isLabelHidden' | 'id'> & ComponentProps<'input'>): ReactNode {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="checkbox" className="size-6 shrink-0 accent-accent" {...rest} />
      <span className="min-w-0">
        {label}
        {hint ? <span className="block text-small text-soft">{hint}</span> : null}
      </span>
    </label>
  )
}
