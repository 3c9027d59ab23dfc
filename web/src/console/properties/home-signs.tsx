import type { ReactNode } from 'react'
import type { Property } from '../../../../src/modules/properties/property.schema.ts'
import type { Reservation } from '../../../../src/modules/reservations/reservation.schema.ts'
import { Badge, type Tone } from '../../design/badge.tsx'
import { useWords } from '../../language/language.tsx'
import { propertiesWords } from './words/properties-words.ts'

const HOME_TONES: Partial<Record<Property['status'], Tone>> = { ACTIVE: 'good', ONBOARDING: 'info', AT_RISK: 'warn' }
const STAY_TONES: Partial<Record<Reservation['status'], Tone>> = {
  CONFIRMED: 'info',
  CHECKED_IN: 'good',
  TENTATIVE: 'warn',
  CANCELLED: 'danger',
}

export function HomeStatus({ status }: { status: Property['status'] }): ReactNode {
  const words = useWords(propertiesWords)
  return <Badge tone={HOME_TONES[status] ?? 'plain'}>{words.statuses[status]}</Badge>
}

export function StayStatus({ status }: { status: Reservation['status'] }): ReactNode {
  const words = useWords(propertiesWords)
  return <Badge tone={STAY_TONES[status] ?? 'plain'}>{words.stays.statuses[status]}</Badge>
}
