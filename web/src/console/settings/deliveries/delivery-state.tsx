import type { ReactNode } from 'react'
import { Badge, type Tone } from '../../../design/badge.tsx'
import { useWords } from '../../../language/language.tsx'
import { deliveriesWords } from './words/deliveries-words.ts'

const TONES = {
  pending: 'info',
  done: 'good',
  delivered: 'good',
  ignored: 'plain',
  failed: 'danger',
} as const satisfies Record<string, Tone>

export function DeliveryState({ status }: { status: keyof typeof TONES }): ReactNode {
  const { states } = useWords(deliveriesWords)
  return <Badge tone={TONES[status]}>{states[status]}</Badge>
}
