import type { Message } from '../../../../src/modules/conversations/message.schema.ts'

type Author = Message['author']

export interface Participant {
  /** Tells two of one name apart. */
  key: string
  name: string
  kind: Exclude<Author['kind'], 'system'>
  byProgram: boolean
}

/** Everybody who has said something, in the order in which they first did. */
export function participantsIn(messages: readonly Pick<Message, 'author'>[]): Participant[] {
  const found = new Map<string, Participant>()
  for (const { author } of messages) {
    const { kind, id, name, byProgram } = author
    if (kind === 'system') continue
    const key = `${kind} ${id ?? name}`
    const before = found.get(key)
    // Whoever has written themselves once is no program.
    found.set(key, { key, kind, name, byProgram: byProgram && (before?.byProgram ?? true) })
  }
  return [...found.values()]
}
