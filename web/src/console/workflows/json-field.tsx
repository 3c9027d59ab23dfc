import type { ReactNode } from 'react'
import { TextField } from '../../design/field.tsx'

interface JsonFieldProps {
  label: string
  hint?: string
  name: string
  initial?: unknown
  /** What is wrong with it, if anything is. */
  fault: string | undefined
}

/** A value that is written as JSON. */
export function JsonField({ label, hint, name, initial, fault }: JsonFieldProps): ReactNode {
  return (
    <div className="grid gap-1.5 [&_textarea]:font-mono">
      <TextField
        label={label}
        {...(hint === undefined ? {} : { hint })}
        name={name}
        spellCheck={false}
        defaultValue={initial === undefined ? '' : JSON.stringify(initial, null, 2)}
      />
      <p role="alert" className="text-small font-medium text-danger-text empty:hidden">
        {fault ?? ''}
      </p>
    </div>
  )
}
