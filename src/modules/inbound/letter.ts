import { listAt, numberAt, textAt, type Fields } from './reading.ts'
import type { MessageAttachment } from '#modules/conversations/message.schema.ts'
import { oneLine, shortened } from '#core/plain-text.ts'

/** Who wrote it: `Ana <ana@example.test>`, or an object of name and address. */
export function writerOf(value: unknown): { name: string; address: string } | undefined {
  const first = Array.isArray(value) ? value[0] : value
  if (typeof first !== 'string') {
    const address = textAt(first, 'email') ?? textAt(first, 'address')
    return address === undefined ? undefined : { name: oneLine(textAt(first, 'name') ?? address), address }
  }
  const [, name = '', angled] = /^([^<]*)<([^<>\s@]+@[^<>\s@]+)>\s*$/.exec(first) ?? []
  const address = angled ?? first.trim()
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(address)) return undefined
  return { name: oneLine(name.replaceAll('"', '')) || address, address }
}

/** Whom it says to be from, unless answers are to go to somebody else: those would get what is meant for the writer. */
export function answerableWriter(message: Fields): string | undefined {
  const [writer, replyTo] = [writerOf(message['from'])?.address, message['reply_to']]
  const isNone = replyTo === undefined || replyTo === null || (Array.isArray(replyTo) && replyTo.length === 0)
  const others = Array.isArray(replyTo) ? replyTo.length > 1 : false
  const same = writerOf(replyTo)?.address.toLowerCase() === writer?.toLowerCase()
  return isNone || (same && !others) ? writer?.toLowerCase() : undefined
}

/** What machines write by themselves, as RFC 3834 and custom have it. To answer it would begin a loop. */
export function isAutomatic(message: Fields): boolean {
  const header = (name: string): string => (headerOf(message, name) ?? '').trim().toLowerCase()
  const submitted = header('auto-submitted')
  if (submitted !== '' && submitted !== 'no') return true
  if (/^(bulk|junk|list|auto_reply)$/.test(header('precedence'))) return true
  if (['x-autoreply', 'x-autorespond', 'x-loop'].some((name) => header(name) !== '')) return true
  const writer = writerOf(message['from'])
  if (/^(mailer-daemon|postmaster)@/i.test(writer?.address ?? '')) return true
  return /^(auto(matic)?[ -]?repl|out of (the )?office|undeliverable|delivery status notification)/i.test(
    textAt(message, 'subject') ?? '',
  )
}

function headerOf(message: Fields, name: string): string | undefined {
  const { headers } = message
  if (typeof headers !== 'object' || headers === null) return undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : undefined
}

/** Of an answer what was written anew, without the letters below it. */
export function wordsOf(message: Fields): string | undefined {
  const html = textAt(message, 'html')
  return (
    textAt(message, 'extracted_text') ??
    textAt(message, 'text') ??
    (html === undefined ? undefined : withoutTags(withoutBlocks(html)))
  )
}

/** Looks at each place once: a stranger may send megabytes of tags that never close. */
function withoutBlocks(html: string): string {
  const [opening, unclosed] = [/<(style|script)/gi, new Set<string>()]
  let [kept, end] = ['', 0]
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const name = found[1]?.toLowerCase() ?? ''
    const closing = new RegExp(`</${name}>`, 'gi')
    closing.lastIndex = opening.lastIndex
    const isClosed = !unclosed.has(name) && closing.test(html)
    if (!isClosed) unclosed.add(name)
    else {
      kept += html.slice(end, found.index)
      end = closing.lastIndex
      opening.lastIndex = end
    }
  }
  return kept + html.slice(end)
}

/** The same for the tags themselves: after the last `>`, no tag can close. */
function withoutTags(html: string): string {
  let [kept, at] = ['', 0]
  for (;;) {
    const open = html.indexOf('<', at)
    const close = open === -1 ? -1 : html.indexOf('>', open + 1)
    if (close === -1) return kept + html.slice(at)
    const isTag = close > open + 1
    kept += isTag ? `${html.slice(at, open)} ` : html.slice(at, close + 1)
    at = close + 1
  }
}

export function enclosuresOf(message: Fields): MessageAttachment[] {
  return listAt(message, 'attachments').flatMap((file) => {
    const reference = textAt(file, 'attachment_id')
    if (reference === undefined) return []
    const name = shortened(oneLine(textAt(file, 'filename') ?? ''), 200) || 'file'
    return [
      { name, contentType: textAt(file, 'content_type') ?? null, sizeBytes: numberAt(file, 'size') ?? null, reference },
    ]
  })
}

export function referencesOf(message: Fields): string[] {
  const said = message['references']
  const earlier = Array.isArray(said) ? said.filter((id) => typeof id === 'string') : String(said ?? '').split(/\s+/)
  const answered = textAt(message, 'in_reply_to')
  return [...new Set([...earlier, ...(answered === undefined ? [] : [answered])])].filter((id) => id !== '')
}
