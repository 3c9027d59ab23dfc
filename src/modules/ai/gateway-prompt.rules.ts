import type { GatewayMessage, Prompted } from './gateway.schema.ts'

/** A conversation as the models' own protocol has it. */
export type PromptMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: (TextPart | FilePart)[] }
  | { role: 'assistant'; content: TextPart[] }

interface TextPart {
  type: 'text'
  text: string
}
interface FilePart {
  type: 'file'
  mediaType: string
  data: { type: 'data'; data: string }
}

/** `more` is what the gateway itself has to say to the model, after the caller's own instructions. */
export function promptOf({ messages = [], prompt, system }: Prompted, more?: string): PromptMessage[] {
  const instructions = [system, ...messages.filter(isInstruction).map(textOf), more].filter(
    (text) => text !== undefined,
  )
  const said = messages.filter((message) => !isInstruction(message)).map(asPrompt)
  return [
    ...(instructions.length === 0 ? [] : [{ role: 'system' as const, content: instructions.join('\n\n') }]),
    ...said,
    ...(prompt === undefined ? [] : [userSays(prompt)]),
  ]
}

export function userSays(text: string): PromptMessage {
  return { role: 'user', content: [{ type: 'text', text }] }
}

function isInstruction({ role }: GatewayMessage): boolean {
  return role === 'system'
}

/** The words of a message, without its pictures. */
function textOf({ content }: GatewayMessage): string {
  if (typeof content === 'string') return content
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

function asPrompt(message: GatewayMessage): PromptMessage {
  const { role, content } = message
  if (role === 'assistant') return { role, content: [{ type: 'text', text: textOf(message) }] }
  if (typeof content === 'string') return userSays(content)
  return {
    role: 'user',
    content: content.map((part) =>
      part.type === 'text'
        ? part
        : { type: 'file', mediaType: part.media_type, data: { type: 'data', data: part.data_base64 } },
    ),
  }
}

/** What is wrong with a conversation beyond the form of its parts; undefined when nothing is. */
export function promptFault({
  messages,
  prompt,
}: Prompted): { pointer: string; code: string; message: string } | undefined {
  if (messages === undefined && prompt === undefined) {
    return { pointer: '/messages', code: 'required', message: 'Send messages or a prompt.' }
  }
  if (messages !== undefined && prompt !== undefined) {
    return { pointer: '/prompt', code: 'invalid', message: 'Send messages or a prompt, not both.' }
  }
  if (messages !== undefined && messages.every(isInstruction)) {
    return { pointer: '/messages', code: 'invalid', message: 'One message at least must be of the user.' }
  }
  const picture = messages?.findIndex(
    ({ role, content }) =>
      role !== 'user' && typeof content !== 'string' && content.some(({ type }) => type === 'image'),
  )
  if (picture !== undefined && picture !== -1) {
    return { pointer: `/messages/${picture}/content`, code: 'invalid', message: 'Only the user can send pictures.' }
  }
  return undefined
}

/** A conversation, and what is said to the model beside it. */
interface Worded extends Prompted {
  glossary?: { source: string; target: string }[]
  labels?: { id: string; description?: string }[]
  tone?: string
  stop?: string[]
  schema?: Record<string, unknown>
  response_format?: { json_schema: { schema: Record<string, unknown> } }
}

/**
 * All that is said to a model, changed text by text. Ids of labels and what a schema asks of values stay: the answer is
 * checked by them.
 */
export function withTexts<P extends Worded>(prompted: P, change: (text: string) => string): P {
  const { messages, prompt, system, glossary, labels, tone, stop, schema, response_format: format } = prompted
  return {
    ...prompted,
    ...(prompt !== undefined && { prompt: change(prompt) }),
    ...(system !== undefined && { system: change(system) }),
    ...(messages !== undefined && {
      messages: messages.map(({ role, content }) => ({
        role,
        content:
          typeof content === 'string'
            ? change(content)
            : content.map((part) => (part.type === 'text' ? { ...part, text: change(part.text) } : part)),
      })),
    }),
    ...(glossary !== undefined && {
      glossary: glossary.map(({ source, target }) => ({ source: change(source), target: change(target) })),
    }),
    ...(labels !== undefined && {
      labels: labels.map(({ id, description }) => ({
        id,
        ...(description !== undefined && { description: change(description) }),
      })),
    }),
    ...(tone !== undefined && { tone: change(tone) }),
    ...(stop !== undefined && { stop: stop.map(change) }),
    ...(schema !== undefined && { schema: withNotes(schema, change) }),
    ...(format !== undefined && {
      response_format: {
        ...format,
        json_schema: { ...format.json_schema, schema: withNotes(format.json_schema.schema, change) },
      },
    }),
  }
}

const NOTES = ['title', 'description', '$comment', 'default', 'examples']
/** What an answer is checked by. */
const VALUES = ['const', 'enum']

/** A JSON Schema with its notes to the reader changed. */
function withNotes<S>(schema: S, change: (text: string) => string, isNote = false): S {
  if (typeof schema === 'string') return (isNote ? change(schema) : schema) as S
  if (Array.isArray(schema)) return schema.map((each) => withNotes(each, change, isNote)) as S
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      VALUES.includes(name) ? value : withNotes(value, change, NOTES.includes(name)),
    ]),
  ) as S
}

export function textsIn(prompted: Worded): string[] {
  const texts: string[] = []
  withTexts(prompted, (text) => {
    texts.push(text)
    return text
  })
  return texts
}

/** What the user said last: the thing to translate or to classify. */
export function lastUserText({ messages = [], prompt }: Prompted): string {
  const last = messages.findLast(({ role }) => role === 'user')
  return prompt ?? (last ? textOf(last) : '')
}
