import { useState, type ComponentProps, type ReactNode } from 'react'
import { LineField } from '../../design/field.tsx'

interface DayFieldProps extends Omit<
  ComponentProps<typeof LineField>,
  'type' | 'max' | 'value' | 'onChange' | 'onBlur'
> {
  /** Empty: none. */
  value: string
  onChange(day: string): void
}

/**
 * A day that stands in the address. The address follows a moment later, and a browser that is given the day of before
 * forgets the digits that were typed: until the field is left, it shows its own.
 */
export function DayField({ value, onChange, ...rest }: DayFieldProps): ReactNode {
  const [typed, setTyped] = useState<string>()
  return (
    <LineField
      {...rest}
      type="date"
      // A year of six digits is no day to the list.
      max="9999-12-31"
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(target.value)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
