import type { GatewayMessage, Prompted } from './gateway.schema.ts'

const MESSAGES_MAX = 200
const PROMPT_CHARACTERS_MAX = 400_000
const SCHEMA_BYTES_MAX = 65_536
const SCHEMA_DEPTH_MAX = 10
const EMBEDDING_TOKENS_MAX = 8192
const EMBEDDING_BYTES_MAX = 1_048_576
/** A rule of thumb for texts in European languages. */
const CHARACTERS_PER_TOKEN = 4

/** More than any model takes; and what all turns of a call add up to can still be noted. */
const TOLD_TOKENS_MAX = 100_000_000
const TOLD_SECONDS_MAX = 86_400

/** What a model says that it took; undefined where that cannot be, as if it had said nothing. */
export function toldTokens(count: number | undefined): number | undefined {
  return count !== undefined && count >= 0 && count <= TOLD_TOKENS_MAX ? Math.round(count) : undefined
}

/** How long a recording is, as the model says; undefined for what cannot be: 25 MB hold no more than a day. */
export function toldSeconds(count: number | undefined): number | undefined {
  return count !== undefined && count > 0 && count <= TOLD_SECONDS_MAX ? count : undefined
}

export function tokensOf(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}

export function charactersIn({ messages = [], prompt = '', system = '' }: Prompted): number {
  return messages.reduce((sum, message) => sum + charactersOf(message), prompt.length + system.length)
}

function charactersOf({ content }: GatewayMessage): number {
  if (typeof content === 'string') return content.length
  return content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0)
}

/** Why a prompt is too large; undefined when it is not. */
export function oversizedPrompt(prompted: Prompted, more = 0): string | undefined {
  const messages = prompted.messages?.length ?? 0
  if (messages > MESSAGES_MAX) return `A prompt may have ${MESSAGES_MAX} messages, and this one has ${messages}.`
  const characters = charactersIn(prompted) + more
  if (characters <= PROMPT_CHARACTERS_MAX) return undefined
  return `A prompt may have ${PROMPT_CHARACTERS_MAX} characters in all, and this one has ${characters}.`
}

/** What is wrong with a schema by its size; undefined when nothing is. */
export function oversizedSchema(schema: unknown): { code: string; message: string } | undefined {
  if (depthOf(schema) > SCHEMA_DEPTH_MAX) {
    return { code: 'too_deep', message: `A schema may have ${SCHEMA_DEPTH_MAX} levels.` }
  }
  if (Buffer.byteLength(JSON.stringify(schema)) > SCHEMA_BYTES_MAX) {
    return { code: 'too_long', message: `A schema may have ${SCHEMA_BYTES_MAX} bytes.` }
  }
  return undefined
}

/** Levels of schemas inside each other, as the one who writes them counts: what is between them does not count. */
function depthOf(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0
  const inner = Object.entries(schema).flatMap(([keyword, value]) => subschemas(keyword, value))
  return 1 + inner.reduce((deepest: number, each) => Math.max(deepest, depthOf(each)), 0)
}

function subschemas(keyword: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || keyword === 'enum' || keyword === 'const') return []
  // Names of fields stand between a schema and those of its fields; so do lists.
  const isMap = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'].includes(keyword)
  return isMap || Array.isArray(value) ? Object.values(value) : [value]
}

/** Why texts cannot be embedded; undefined when they can. */
export function oversizedTexts(texts: readonly string[]): string | undefined {
  const long = texts.findIndex((text) => tokensOf(text.length) > EMBEDDING_TOKENS_MAX)
  if (long !== -1) return `Text ${long} has more than about ${EMBEDDING_TOKENS_MAX} tokens.`
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return bytes > EMBEDDING_BYTES_MAX ? `The texts may have ${EMBEDDING_BYTES_MAX} bytes together.` : undefined
}
