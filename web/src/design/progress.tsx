import type { ReactNode } from 'react'

export function Progress({ label, done, total }: { label: string; done: number; total: number }): ReactNode {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      className="h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className="h-full origin-left rounded-full bg-accent transition-transform duration-500 ease-settle"
        style={{ transform: `scaleX(${total === 0 ? 0 : done / total})` }}
      />
    </div>
  )
}
