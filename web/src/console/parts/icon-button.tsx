import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../design/icon.tsx'

interface IconButtonProps {
  icon: IconName
  /** What it does, for those who cannot tell by the picture. */
  label: string
  /** Beside what matters more. */
  isSoft?: boolean
  onClick(): void
}

/** A button with no room for words. */
export function IconButton({ icon, label, isSoft = false, onClick }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`grid size-11 shrink-0 place-items-center rounded-control hover:bg-sunken ${isSoft ? 'text-soft' : ''}`}
      onClick={onClick}
    >
      <Icon name={icon} className={isSoft ? 'size-5' : 'size-6'} />
    </button>
  )
}
