import type { Vendor } from './vendor.ts'

/** Pages of a notes workspace, by their id: a title and paragraphs. */
export interface NotionPages {
  token: string
  pages: Record<string, { title: string; paragraphs: string[] }>
}

/** Notion's interface, as far as we use it. */
export function notionApi({ token, pages }: NotionPages): Vendor {
  return ({ path, headers }) => {
    if (headers['authorization'] !== `Bearer ${token}`) return { status: 401, body: { object: 'error', status: 401 } }
    if (path === '/v1/users/me') return { body: { object: 'user', name: 'Innkeeper', type: 'bot' } }
    const [, kind, id = ''] = /^\/v1\/(pages|blocks)\/([^/?]+)/.exec(path) ?? []
    const page = pages[decodeURIComponent(id)]
    if (!page) return { status: 404, body: { object: 'error', status: 404, code: 'object_not_found' } }
    const rich = (text: string): object[] => [{ type: 'text', plain_text: text }]
    if (kind === 'pages') {
      const properties = { title: { type: 'title', title: rich(page.title) } }
      return { body: { object: 'page', id, in_trash: false, url: `https://www.notion.so/${id}`, properties } }
    }
    const results = page.paragraphs.map((text, index) => ({
      id: `${id}-${index}`,
      type: 'paragraph',
      has_children: false,
      paragraph: { rich_text: rich(text) },
    }))
    return { body: { object: 'list', results, has_more: false, next_cursor: null } }
  }
}
