/** A part of an expression that can be worked out without jq itself. */
export type Node =
  | { kind: 'identity' }
  | { kind: 'literal'; value: null | boolean | number | string }
  | { kind: 'variable'; name: string }
  | { kind: 'index'; of: Node; by: Node; optional: boolean }
  | { kind: 'text'; parts: (string | Node)[] }
  | { kind: 'list'; items: Node[] }
  | { kind: 'record'; entries: { name: Node; value: Node }[] }
  | { kind: 'pipe'; first: Node; second: Node }
  | { kind: 'binary'; operator: Operator; left: Node; right: Node }
  | { kind: 'function'; name: 'not' | 'length' }

export type Operator = '//' | 'or' | 'and' | '==' | '!=' | '<=' | '>=' | '<' | '>' | '+'

interface Token {
  kind: 'field' | 'word' | 'variable' | 'number' | 'text' | 'sign'
  value: string
  parts?: (string | Node)[]
  /** Blanks stand before it. */
  spaced: boolean
}

/** What is not in the small part of jq that is understood here; jq itself has to be asked. */
class Beyond extends Error {}

const SPACE = /[ \t\r\n]+/y
const FIELD = /\.([A-Za-z_][A-Za-z0-9_]*)/y
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y
const VARIABLE = /\$([A-Za-z_][A-Za-z0-9_]*)/y
/** Short enough to be the same number for jq, which keeps long ones as they are written. */
const NUMBER = /(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,4})?(?![0-9.eE])/y
const SIGN = /\/\/|==|!=|<=|>=|[.<>+()[\]{}|:,?]/y
const KEYWORDS = new Set(
  'def if then elif else end as reduce foreach try catch label import include and or not __loc__'.split(' '),
)
const DEPTH_MAX = 64

/** The expression as a tree, or nothing when only jq itself can work it out. */
export function parseSimple(text: string): Node | undefined {
  try {
    const reader = new Reader(tokensOf(text, 0))
    const node = reader.pipe(0)
    reader.expectEnd()
    return node
  } catch (error) {
    if (error instanceof Beyond) return undefined
    throw error
  }
}

function matched(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function tokensOf(text: string, depth: number): Token[] {
  const tokens: Token[] = []
  let at = 0
  let spaced = false
  const take = (kind: Token['kind'], found: RegExpExecArray | null, group = 0): boolean => {
    if (!found) return false
    tokens.push({ kind, value: found[group] ?? '', spaced })
    at += found[0].length
    return true
  }
  while (at < text.length) {
    const space = matched(SPACE, text, at)
    spaced = space !== null
    at += space?.[0].length ?? 0
    if (at >= text.length) break
    if (text[at] === '"') {
      const { parts, end } = textAt(text, at, depth)
      tokens.push({ kind: 'text', value: '', parts, spaced })
      at = end
      continue
    }
    const known =
      take('field', matched(FIELD, text, at), 1) ||
      take('variable', matched(VARIABLE, text, at), 1) ||
      take('word', matched(WORD, text, at)) ||
      take('number', matched(NUMBER, text, at)) ||
      take('sign', matched(SIGN, text, at))
    if (!known) throw new Beyond()
  }
  return tokens
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '/': '/', '\\': '\\', '"': '"' }

/** A text in quotes, with what stands in `\( )` as trees. */
function textAt(text: string, start: number, depth: number): { parts: (string | Node)[]; end: number } {
  if (depth > DEPTH_MAX) throw new Beyond()
  const parts: (string | Node)[] = []
  let plain = ''
  for (let at = start + 1; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (sign === '"') return { parts: [...parts, plain], end: at + 1 }
    if (sign !== '\\') {
      plain += sign
      continue
    }
    const escaped = text[++at] ?? ''
    if (escaped === '(') {
      const end = closingAt(text, at, depth)
      const inner = new Reader(tokensOf(text.slice(at + 1, end), depth + 1))
      const node = inner.pipe(depth + 1)
      inner.expectEnd()
      parts.push(plain, node)
      plain = ''
      at = end
    } else {
      const meant = ESCAPES[escaped]
      // \u0041 and its surrogates are left to jq.
      if (meant === undefined) throw new Beyond()
      plain += meant
    }
  }
  throw new Beyond()
}

function closingAt(text: string, start: number, depth: number): number {
  let open = 0
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = textAt(text, at, depth + 1).end - 1
    else if (sign === '(') open += 1
    else if (sign === ')' && --open === 0) return at
  }
  throw new Beyond()
}

/** From loose to tight, as jq binds them; a comparison of a comparison is no jq. */
const LEVELS: readonly { operators: readonly Operator[]; side: 'left' | 'right' | 'none' }[] = [
  { operators: ['//'], side: 'right' },
  { operators: ['or'], side: 'left' },
  { operators: ['and'], side: 'left' },
  { operators: ['==', '!=', '<=', '>=', '<', '>'], side: 'none' },
  { operators: ['+'], side: 'left' },
]

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  expectEnd(): void {
    if (this.#at < this.#tokens.length) throw new Beyond()
  }

  pipe(depth: number): Node {
    if (depth > DEPTH_MAX) throw new Beyond()
    const first = this.#binary(0, depth + 1)
    return this.#took('|') ? { kind: 'pipe', first, second: this.pipe(depth + 1) } : first
  }

  #binary(level: number, depth: number): Node {
    const rule = LEVELS[level]
    if (!rule) return this.#postfix(depth)
    let left = this.#binary(level + 1, depth)
    for (;;) {
      const operator = rule.operators.find((each) => this.#took(each))
      if (!operator) return left
      const right = this.#binary(rule.side === 'right' ? level : level + 1, depth + 1)
      left = { kind: 'binary', operator, left, right }
      if (rule.side !== 'left') return left
    }
  }

  #postfix(depth: number): Node {
    let node = this.#term(depth)
    for (;;) {
      const token = this.#tokens[this.#at]
      if (token?.kind === 'field' && !token.spaced) node = this.#indexed(node, this.#field())
      else if (token?.kind === 'sign' && token.value === '[' && !token.spaced) {
        this.#at += 1
        node = this.#indexed(node, this.#bracketed(depth))
      } else return node
    }
  }

  #term(depth: number): Node {
    const token = this.#tokens[this.#at]
    if (!token) throw new Beyond()
    if (token.kind === 'field') return this.#indexed({ kind: 'identity' }, this.#field())
    this.#at += 1
    if (token.kind === 'variable') return { kind: 'variable', name: notKeyword(token.value) }
    if (token.kind === 'number') return { kind: 'literal', value: Number(token.value) }
    if (token.kind === 'text') return textNode(token.parts ?? [])
    if (token.kind === 'word') return wordNode(token.value)
    switch (token.value) {
      case '.':
        return this.#identity(depth)
      case '(': {
        const inner = this.pipe(depth + 1)
        this.#expect(')')
        return inner
      }
      case '[':
        return { kind: 'list', items: this.#took(']') ? [] : this.#items(depth) }
      case '{':
        return { kind: 'record', entries: this.#took('}') ? [] : this.#entries(depth) }
      default:
        throw new Beyond()
    }
  }

  /** `.`, `."name"` or `.[0]`. */
  #identity(depth: number): Node {
    const next = this.#tokens[this.#at]
    if (!next || next.spaced) return { kind: 'identity' }
    if (next.kind === 'text') {
      this.#at += 1
      return this.#indexed({ kind: 'identity' }, textNode(next.parts ?? []))
    }
    if (next.kind === 'sign' && next.value === '[') {
      this.#at += 1
      return this.#indexed({ kind: 'identity' }, this.#bracketed(depth))
    }
    return { kind: 'identity' }
  }

  #field(): Node {
    const token = this.#tokens[this.#at++]
    if (!token) throw new Beyond()
    return { kind: 'literal', value: notKeyword(token.value) }
  }

  /** Only a plain number or text between the brackets: `.[]` gives many values, `.[1:2]` a part. */
  #bracketed(depth: number): Node {
    const by = this.#term(depth + 1)
    if (by.kind !== 'literal' && by.kind !== 'variable') throw new Beyond()
    this.#expect(']')
    return by
  }

  #indexed(of: Node, by: Node): Node {
    // An optional path gives nothing at all where it fails, which is no value.
    if (this.#took('?')) throw new Beyond()
    return { kind: 'index', of, by, optional: false }
  }

  #items(depth: number): Node[] {
    const items = [this.#binary(0, depth + 1)]
    while (this.#took(',')) items.push(this.#binary(0, depth + 1))
    this.#expect(']')
    return items
  }

  #entries(depth: number): { name: Node; value: Node }[] {
    const entries = [this.#entry(depth)]
    while (this.#took(',')) entries.push(this.#entry(depth))
    this.#expect('}')
    return entries
  }

  #entry(depth: number): { name: Node; value: Node } {
    const token = this.#tokens[this.#at++]
    if (!token || (token.kind !== 'word' && token.kind !== 'text')) throw new Beyond()
    const name: Node =
      token.kind === 'text' ? textNode(token.parts ?? []) : { kind: 'literal', value: notKeyword(token.value) }
    if (name.kind !== 'literal') throw new Beyond()
    if (!this.#took(':')) return { name, value: { kind: 'index', of: { kind: 'identity' }, by: name, optional: false } }
    // Values of a record bind tighter than a pipe; operators in them need brackets in jq.
    return { name, value: this.#postfix(depth + 1) }
  }

  #took(sign: string): boolean {
    const token = this.#tokens[this.#at]
    const isWord = sign === 'and' || sign === 'or'
    if (token?.value !== sign || token.kind !== (isWord ? 'word' : 'sign')) return false
    this.#at += 1
    return true
  }

  #expect(sign: string): void {
    if (!this.#took(sign)) throw new Beyond()
  }
}

function notKeyword(name: string): string {
  if (KEYWORDS.has(name)) throw new Beyond()
  return name
}

function wordNode(word: string): Node {
  if (word === 'null') return { kind: 'literal', value: null }
  if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' }
  if (word === 'not' || word === 'length') return { kind: 'function', name: word }
  throw new Beyond()
}

function textNode(parts: (string | Node)[]): Node {
  const plain = parts.every((part) => typeof part === 'string')
  return plain ? { kind: 'literal', value: parts.join('') } : { kind: 'text', parts }
}
