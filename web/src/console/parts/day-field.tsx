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
 * forgets the digits that were typed: until the address has them, the field shows its own.
 */
export function DayField({ value, onChange, ...rest }: DayFieldProps): ReactNode {
  /** What was typed last, and every day that the address can have on its way there. */
  const [ahead, setAhead] = useState<{ typed: string; onTheWay: readonly string[] }>()
  const isAhead = ahead !== undefined && ahead.typed !== value && ahead.onTheWay.includes(value)
  if (ahead && !isAhead) setAhead(undefined)
  return (
    <LineField
      {...rest}
      type="date"
      // A year of six digits is no day to the list.
      max="9999-12-31"
      value={isAhead ? ahead.typed : value}
      onChange={({ target }) => {
        setAhead({ typed: target.value, onTheWay: [...(ahead?.onTheWay ?? [value]), target.value] })
        onChange(target.value)
      }}
      onBlur={() => setAhead(undefined)}
    />
  )
}
