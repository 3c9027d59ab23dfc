import type { ReactNode } from 'react'

export const TONES = {
  plain: 'bg-sunken text-soft',
  good: 'bg-accent-ground text-accent-text',
  warn: 'bg-warn-ground text-warn-text',
  danger: 'bg-danger-ground text-danger-text',
  info: 'bg-info-ground text-info-text',
} as const

export type Tone = keyof typeof TONES

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }): ReactNode {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-small font-semibold ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
