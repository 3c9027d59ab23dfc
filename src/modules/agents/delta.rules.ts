import type { Delta } from './stream-entry.schema.ts'

/** The same pieces in as few rows as their order allows. */
export function merged(deltas: readonly Delta[]): Delta[] {
  const groups: Delta[][] = []
  for (const delta of deltas) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && continues(last, delta)) group.push(delta)
    else groups.push([delta])
  }
  return groups.map(joined)
}

function continues(last: Delta, next: Delta): boolean {
  return (
    last.channel === next.channel &&
    last.toolCallId === next.toolCallId &&
    last.afterSeq === next.afterSeq &&
    last.messageId === next.messageId &&
    last.attempt === next.attempt
  )
}

function joined(group: readonly Delta[]): Delta {
  const [first] = group
  if (!first) throw new Error('an empty group has no row')
  if (group.length === 1) return first
  return {
    ...first,
    ends: group.flatMap(({ ends }) => ends),
    content: group.map(({ content }) => content).join(''),
  }
}

/** What is known of a message from its pieces. */
export interface Written {
  text: string
  reasoning: string
  tool_calls: { id: string; name: string; arguments: string }[]
}

export function writtenIn(deltas: readonly Delta[], toolNames: ReadonlyMap<string, string>): Written {
  const contentOf = (wanted: (delta: Delta) => boolean): string =>
    deltas
      .filter(wanted)
      .map(({ content }) => content)
      .join('')
  return {
    text: contentOf(({ channel }) => channel === 'text'),
    reasoning: contentOf(({ channel }) => channel === 'reasoning'),
    tool_calls: [...toolNames].map(([id, name]) => ({
      id,
      name,
      arguments: contentOf(({ channel, toolCallId }) => channel === 'arguments' && toolCallId === id),
    })),
  }
}
