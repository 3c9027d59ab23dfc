import type { Ctx } from '#core/context.ts'
import { callVendor, refusedBy } from './vendor-call.service.ts'

const VENDOR = 'The notes workspace'
const BLOCKS_MAX = 1000
const DEPTH_MAX = 3
type Json = Record<string, unknown>

export interface Note {
  title: string
  /** Markdown. */
  body: string
  url: string | null
}

/** A page as it is now; undefined when it is gone, in the bin, or not shared with us. */
export async function fetchNote(ctx: Ctx, token: string, pageId: string): Promise<Note | undefined> {
  const page = await get(ctx, token, `pages/${encodeURIComponent(pageId)}`)
  if (!page || page['archived'] === true || page['in_trash'] === true) return undefined
  const lines = await linesOf(ctx, token, pageId, { depth: 0, left: { blocks: BLOCKS_MAX } })
  const url = typeof page['url'] === 'string' ? page['url'] : null
  return { title: titleOf(page), body: lines.join('\n\n'), url }
}

async function get(ctx: Ctx, token: string, path: string): Promise<Json | undefined> {
  const url = `${ctx.services.settings.vendorUrls.notion}/v1/${path}`
  const headers = { authorization: `Bearer ${token}`, 'notion-version': '2022-06-28' }
  const { status, body } = await callVendor(ctx, url, { vendor: VENDOR, method: 'GET', headers })
  if (status === 404) return undefined
  if (status >= 300) throw refusedBy(VENDOR, `status ${status}`)
  return body as Json
}

async function linesOf(
  ctx: Ctx,
  token: string,
  blockId: string,
  within: { depth: number; left: { blocks: number } },
): Promise<string[]> {
  const { depth, left } = within
  const lines: string[] = []
  for (let cursor = ''; left.blocks > 0;) {
    const path = `blocks/${encodeURIComponent(blockId)}/children?page_size=100${cursor}`
    const page = await get(ctx, token, path)
    for (const block of listIn(page?.['results'])) {
      left.blocks -= 1
      const line = lineOf(block)
      if (line !== '') lines.push(line)
      const isOpen = block['has_children'] === true && block['type'] !== 'child_page' && depth < DEPTH_MAX
      if (isOpen && left.blocks > 0)
        lines.push(...(await linesOf(ctx, token, String(block['id']), { depth: depth + 1, left })))
    }
    if (page?.['has_more'] !== true) break
    cursor = `&start_cursor=${encodeURIComponent(String(page['next_cursor']))}`
  }
  return lines
}

const MARKS: Record<string, string> = {
  heading_1: '# ',
  heading_2: '## ',
  heading_3: '### ',
  bulleted_list_item: '- ',
  numbered_list_item: '1. ',
  to_do: '- ',
  quote: '> ',
  callout: '> ',
}

function lineOf(block: Json): string {
  const type = String(block['type'])
  const content = block[type] as Json | undefined
  const text = plain(content?.['rich_text'])
  if (text === '') return ''
  return type === 'code' ? `\`\`\`\n${text}\n\`\`\`` : `${MARKS[type] ?? ''}${text}`
}

function titleOf(page: Json): string {
  const properties = Object.values((page['properties'] ?? {}) as Record<string, Json>)
  return plain(properties.find((property) => property['type'] === 'title')?.['title']) || 'Untitled'
}

function plain(texts: unknown): string {
  return listIn(texts)
    .map((text) => String(text['plain_text'] ?? ''))
    .join('')
}

function listIn(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : []
}
