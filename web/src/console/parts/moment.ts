import { useLanguage } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'

/** An instant as the clocks of the workspace show it, wherever the reader is. */
export function useMoment(): (instant: string) => string {
  const { format } = useLanguage()
  const { timezone } = useDesk()
  return (instant) => format.briefAt(instant, timezone)
}
