import { readableValue } from './clean-text.ts'

export type Read = { value: unknown; repaired: 'none' | 'syntactic' } | { error: string }

/** JSON out of what a model wrote: as it is, out of a fence, or mended. */
export async function readJson(text: string): Promise<Read> {
  const bare = withoutFence(text.trim())
  const plain = parsed(bare)
  if (plain) return { ...plain, repaired: 'none' }
  // A sentence is not broken JSON: mended, it would be a text and nothing else.
  const start = bare.search(/[[{]/)
  if (start === -1) return { error: 'There is no JSON in the answer.' }
  const { mendedJson } = await import('#core/mended-json.ts')
  const mended = parsed(mendedJson(bare.slice(start)) ?? '')
  return mended ? { ...mended, repaired: 'syntactic' } : { error: 'The answer is not valid JSON.' }
}

function withoutFence(text: string): string {
  if (!text.endsWith('```')) return text
  return /^```[\w-]*[^\S\n]*\n?([\s\S]*?)\n?```$/.exec(text)?.[1]?.trim() ?? text
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: readableValue(JSON.parse(text)) }
  } catch {
    return undefined
  }
}
