import { useId, type ComponentProps, type ReactNode } from 'react'
import { Icon } from './icon.tsx'

const BOX =
  'w-full rounded-control border border-edge bg-surface px-3.5 py-3 text-body text-ink placeholder:text-soft disabled:opacity-60 aria-invalid:border-danger-text'

interface Labelled {
  label: string
  /** The label is read out but not shown: what stands above says it already. */
  isLabelHidden?: boolean
  hint?: string | undefined
  /** What is wrong with what stands in it, if anything is. */
  fault?: string | undefined
  /** Only where it is looked for by its id. */
  id?: string
}

/** What every field is tied to its words by. */
interface Ties {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** The words of a field: what it is for above it, what helps below it. */
function Labelled({
  label,
  isLabelHidden = false,
  hint,
  fault,
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
      {children({
        id,
        'aria-describedby': [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ') || undefined,
        'aria-invalid': fault ? true : undefined,
      })}
      {hint ? (
        <p id={`${id}-hint`} className="text-small text-soft">
          {hint}
        </p>
      ) : null}
      {fault ? (
        <p id={`${id}-fault`} role="alert" className="text-small font-medium text-danger-text">
          {fault}
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
  fault,
  id,
  ...rest
}: Labelled & ComponentProps<'textarea'>): ReactNode {
  return (
    <Labelled {...{ label, isLabelHidden, hint, fault, id }}>
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
export function LineField({
  label,
  isLabelHidden,
  hint,
  fault,
  id,
  ...rest
}: Labelled & ComponentProps<'input'>): ReactNode {
  return (
    <Labelled {...{ label, isLabelHidden, hint, fault, id }}>
      {(ties) => <input {...ties} className={`min-h-12 ${BOX}`} {...rest} />}
    </Labelled>
  )
}

/** Around the list of the browser: our own sign that there is one, the same everywhere. */
export function SelectBox({ className = '', children }: { className?: string; children: ReactNode }): ReactNode {
  return (
    <span className={`relative grid grid-cols-[minmax(0,1fr)] ${className}`}>
      {children}
      <Icon
        name="chevronDown"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-soft"
      />
    </span>
  )
}

/** One of a few, in the way of the browser. */
export function SelectField({
  label,
  isLabelHidden,
  hint,
  fault,
  id,
  children,
  ...rest
}: Labelled & ComponentProps<'select'>): ReactNode {
  return (
    <Labelled {...{ label, isLabelHidden, hint, fault, id }}>
      {(ties) => (
        <SelectBox>
          <select {...ties} className={`min-h-12 appearance-none truncate pr-10 ${BOX}`} {...rest}>
            {children}
          </select>
        </SelectBox>
      )}
    </Labelled>
  )
}

/** Yes or no, with its words behind it. */
export function TickField({
  label,
  hint,
  ...rest
}: Omit<Labelled, 'isLabelHidden' | 'fault' | 'id'> & ComponentProps<'input'>): ReactNode {
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

/** What can be chosen, each value with its words. */
export function Options<Value extends string>({
  values,
  text,
}: {
  values: readonly Value[]
  text(value: Value): string
}): ReactNode {
  return values.map((value) => (
    <option key={value} value={value}>
      {text(value)}
    </option>
  ))
}

/** Things that can be chosen, each by its name. */
export function NamedOptions({ of }: { of: readonly { id: string; name: string }[] }): ReactNode {
  return of.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
}
