/** The few things that articles are written with. What is not among them stays the text it is. */
export type Inline =
  | { kind: 'text' | 'strong' | 'emphasis' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string }

export type Block =
  | { kind: 'heading'; level: number; content: Inline[] }
  | { kind: 'paragraph' | 'quote'; content: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' }

const HEADING = /^(#{1,6})\s+(\S[^]*)$/
const ITEM = /^\s*(?:[-*+]|(\d+)[.)])\s+(\S[^]*)$/
const RULE = /^\s*([-*_])(?:\s*\1){2,}\s*$/
const FENCE = /^\s*(```|~~~)/

export function blocksIn(markdown: string): Block[] {
  const lines = markdown.replaceAll('\r\n', '\n').split('\n')
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const [block, used] = blockAt(lines, at)
    if (block) blocks.push(block)
    at += used
  }
  return blocks
}

function blockAt(lines: readonly string[], at: number): [Block | undefined, number] {
  const line = lines[at] ?? ''
  if (line.trim() === '') return [undefined, 1]
  if (FENCE.test(line)) return codeAt(lines, at)
  if (RULE.test(line)) return [{ kind: 'rule' }, 1]
  const heading = HEADING.exec(line)
  if (heading)
    return [
      { kind: 'heading', level: heading[1]?.length ?? 1, content: inlineIn(withoutEndMarks(heading[2] ?? '')) },
      1,
    ]
  if (ITEM.test(line)) return listAt(lines, at)
  const isQuote = line.startsWith('>')
  let used = 1
  while (at + used < lines.length && continues(lines[at + used] ?? '', isQuote)) used++
  const text = lines.slice(at, at + used).map((each) => (isQuote ? each.replace(/^>\s?/, '') : each))
  return [{ kind: isQuote ? 'quote' : 'paragraph', content: inlineIn(text.join('\n')) }, used]
}

/** A heading may end with the same marks it starts with. */
function withoutEndMarks(text: string): string {
  let end = text.trimEnd().length
  while (text[end - 1] === '#') end--
  return text.slice(0, end).trimEnd() || text
}

function continues(line: string, isQuote: boolean): boolean {
  if (line.trim() === '' || line.startsWith('>') !== isQuote) return false
  return isQuote || !(HEADING.test(line) || ITEM.test(line) || FENCE.test(line) || RULE.test(line))
}

function codeAt(lines: readonly string[], at: number): [Block, number] {
  let end = at + 1
  while (end < lines.length && !FENCE.test(lines[end] ?? '')) end++
  return [{ kind: 'code', text: lines.slice(at + 1, end).join('\n') }, Math.min(end + 1, lines.length) - at]
}

function listAt(lines: readonly string[], at: number): [Block, number] {
  const isOrdered = ITEM.exec(lines[at] ?? '')?.[1] !== undefined
  const items: string[] = []
  let used = 0
  while (at + used < lines.length) {
    const line = lines[at + used] ?? ''
    const item = ITEM.exec(line)
    const isMore = !item && /^\s+\S/.test(line)
    if (!isMore && (!item || (item[1] !== undefined) !== isOrdered)) break
    if (item) items.push(item[2] ?? '')
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
    used++
  }
  return [{ kind: 'list', isOrdered, items: items.map(inlineIn) }, used]
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|__([^_]+)__|\*([^*\s][^*]*)\*|\[([^[\]]+)\]\(([^()\s]+)\)/g
/** Where a link may lead: nowhere that a script could hide. */
const SAFE = /^(?:https?:\/\/|mailto:|tel:)/i

export function inlineIn(text: string): Inline[] {
  const parts: Inline[] = []
  let at = 0
  for (const found of text.matchAll(INLINE)) {
    const [whole, code, strong, underlined, emphasis, label, href] = found
    if (found.index > at) parts.push({ kind: 'text', text: text.slice(at, found.index) })
    if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (strong !== undefined || underlined !== undefined)
      parts.push({ kind: 'strong', text: strong ?? underlined ?? '' })
    else if (emphasis !== undefined) parts.push({ kind: 'emphasis', text: emphasis })
    else if (label !== undefined && href !== undefined && SAFE.test(href))
      parts.push({ kind: 'link', text: label, href })
    else parts.push({ kind: 'text', text: whole })
    at = found.index + whole.length
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}

/** As one would write it in a message. */
export function plainText(markdown: string): string {
  return blocksIn(markdown).map(plainBlock).join('\n\n').trim()
}

function plainBlock(block: Block): string {
  if (block.kind === 'rule') return ''
  if (block.kind === 'code') return block.text
  if (block.kind !== 'list') return plainInline(block.content)
  return block.items.map((item, index) => `${block.isOrdered ? `${index + 1}.` : '-'} ${plainInline(item)}`).join('\n')
}

function plainInline(content: readonly Inline[]): string {
  return content.map((part) => (part.kind === 'link' ? `${part.text} (${part.href})` : part.text)).join('')
}
