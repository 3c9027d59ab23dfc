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
export function JsonField({ initial, ...field }: JsonFieldProps): ReactNode {
  return (
    <div className="[&_textarea]:font-mono">
      <TextField
        {...field}
        spellCheck={false}
        defaultValue={initial === undefined ? '' : JSON.stringify(initial, null, 2)}
      />
    </div>
  )
}
