import type { ComponentProps, ReactNode } from 'react'
import { Icon, Spinner, type IconName } from './icon.tsx'

const LOOKS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  tinted: 'bg-accent-ground text-accent-text hover:bg-accent hover:text-on-accent',
  secondary: 'border border-line bg-surface text-ink hover:bg-sunken',
  quiet: 'text-accent-text hover:bg-accent-ground',
  danger: 'border border-line bg-surface text-danger-text hover:bg-danger-ground',
} as const

const SIZES = {
  normal: 'min-h-12 px-4 text-label',
  large: 'min-h-14 px-6 text-body',
} as const

export interface ButtonLook {
  look?: keyof typeof LOOKS
  size?: keyof typeof SIZES
  icon?: IconName
  /** Shows that it is at work; a press is not taken then, nor is its form sent (`one-submit.ts`). */
  busy?: boolean
}

export function buttonClass({ look = 'secondary', size = 'normal' }: ButtonLook): string {
  return `inline-flex items-center justify-center gap-2 rounded-control font-semibold transition-colors select-none disabled:opacity-55 ${SIZES[size]} ${LOOKS[look]}`
}

export function Button({
  look,
  size,
  icon,
  busy = false,
  className = '',
  children,
  ...rest
}: ButtonLook & ComponentProps<'button'>): ReactNode {
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      className={`${buttonClass({ look, size })} ${className}`}
      {...rest}
      onClick={busy ? undefined : rest.onClick}
    >
      <Face icon={icon} busy={busy} />
      {children}
    </button>
  )
}

/** A way to somewhere else that looks like a button. Another host learns nothing of where the reader came from. */
export function ButtonLink({
  look,
  size,
  icon,
  className = '',
  children,
  ...rest
}: ButtonLook & ComponentProps<'a'>): ReactNode {
  return (
    <a className={`${buttonClass({ look, size })} ${className}`} rel="noreferrer noopener" {...rest}>
      <Face icon={icon} busy={false} />
      {children}
    </a>
  )
}

function Face({ icon, busy }: { icon: IconName | undefined; busy: boolean }): ReactNode {
  if (busy) return <Spinner className="size-5" />
  return icon ? <Icon name={icon} className="size-5" /> : null
}
