interface Happened {
  id: string
  type: string
  payload: Record<string, unknown>
  occurredAt: string
}

/** CloudEvents 1.0 in the structured JSON form. */
export function cloudEvent({ id, type, payload, occurredAt }: Happened, source: string): Record<string, unknown> {
  const subject = subjectOf(type, payload)
  return {
    specversion: '1.0',
    id,
    source,
    type,
    ...(subject !== undefined && { subject }),
    time: occurredAt,
    datacontenttype: 'application/json',
    data: payload,
  }
}

/** The id of what it is about: `taskId` for `task.created`, `templateId` for `task_template.updated`. */
function subjectOf(type: string, payload: Record<string, unknown>): string | undefined {
  const words = type.split('.')[0]?.split('_') ?? []
  const whole = words.map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('')
  for (const name of [whole, words.at(-1)]) {
    const id = payload[`${name}Id`]
    if (typeof id === 'string') return id
  }
  return undefined
}
