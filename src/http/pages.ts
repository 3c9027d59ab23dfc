import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { coreFailures, fail } from '#core/errors.ts'
import { isUnchanged, shortHash } from './render.ts'

/** What `bin/pages.mjs` has built. */
const DIST = join(import.meta.dirname, '../../web/dist')

/** Each page with the folder of its addresses: the technician's task, the guest's manual. */
const PAGES = ['t', 'm']

/** Nothing from anywhere else, nothing inline, and no address of ours in another host's log. */
const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Photos that are still on the phone are shown from there.
    "img-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** In the order in which we like them. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

interface Kept {
  type: string
  hash: string
  plain: Buffer
  packed: Map<string, Buffer>
}

/** Paths under web/dist, such as `assets/t-1a2b.js`. */
type Shelf = ReadonlyMap<string, Kept>

/** The console and the pages for people without an account. They are the same for everybody: what they show they ask for. */
export function mountPages(app: FastifyInstance): void {
  let shelf: Promise<Shelf> | undefined
  async function find(path: string): Promise<Kept> {
    shelf ??= readShelf()
    const kept = await shelf.catch((error: unknown) => {
      shelf = undefined
      throw error
    })
    return kept.get(path) ?? fail(coreFailures.route_not_found)
  }

  mountConsolePage(app, find)
  for (const page of PAGES) {
    const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
      send(request, reply.headers({ ...PAGE_HEADERS, 'cache-control': 'no-cache' }), await find(`${page}/index.html`))
    app.get(`/${page}/`, show)
    app.get(`/${page}/:token`, show)
    // An address that a message has cut short or added to: the page itself says kindly that it does not know the link.
    app.get(`/${page}`, async (_request, reply) => reply.headers(PAGE_HEADERS).redirect(`${page}/`, 302))
    app.get(`/${page}/:token/*`, (request, reply) => deeper(request, reply))
    // Under the page's own folder, which is how far it reaches.
    app.get(`/${page}/service-worker.js`, async (request, reply) =>
      send(request, reply.headers({ ...PAGE_HEADERS, 'cache-control': 'no-cache' }), await find('service-worker.js')),
    )
  }
  app.get('/assets/:file', async (request, reply) => {
    const kept = await find(`assets/${(request.params as { file: string }).file}`)
    // The name changes with the content.
    return send(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), kept)
  })
}

/** Every address of the console is the same page. Its files are named from its folder, so a deeper one says how far up that is. */
function mountConsolePage(app: FastifyInstance, find: (path: string) => Promise<Kept>): void {
  const folder = 'w'
  app.get(`/${folder}/*`, async (request, reply) => {
    const kept = await find(`${folder}/index.html`)
    const up = '../'.repeat((request.params as { '*': string })['*'].split('/').length)
    const plain = Buffer.from(kept.plain.toString('utf8').replaceAll('="../', `="${up}`))
    const hash = `${kept.hash}.${up.length / 3}`
    return send(request, reply.headers({ ...PAGE_HEADERS, 'cache-control': 'no-cache' }), {
      ...kept,
      plain,
      hash,
      packed: new Map(),
    })
  })
  for (const path of ['/', `/${folder}`]) {
    app.get(path, async (_request, reply) => reply.headers(PAGE_HEADERS).redirect(`${folder}/`, 302))
  }
}

/** The files of a page are named from its own folder, so a deeper address leads back to it. */
async function deeper(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { '*': rest } = request.params as { '*': string }
  // One step up for every folder that is too many; a slash at the end only is the link itself.
  const up = '../'.repeat(rest.split('/').length)
  const token = rest === '' ? encodeURIComponent((request.params as { token: string }).token) : ''
  return reply.headers(PAGE_HEADERS).redirect(`${up}${token}`, 302)
}

function send(request: FastifyRequest, reply: FastifyReply, { type, hash, plain, packed }: Kept): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = ENCODINGS.find(({ name }) => packed.has(name) && new RegExp(`\\b${name}\\b`).test(accepted))?.name
  const etag = `"${hash}${encoding ? `.${encoding}` : ''}"`
  reply.headers({ etag, vary: 'accept-encoding' })
  if (isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(encoding ? packed.get(encoding) : plain)
}

async function readShelf(): Promise<Shelf> {
  const entries = await readdir(DIST, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new Error('the pages are not built: run `node bin/pages.mjs`', { cause })
  })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  // All at once: one after the other, each waits for its turn behind the requests of a busy server, and the first visitor for all.
  const kept = await Promise.all(
    paths.map(async (path): Promise<[string, Kept][]> => {
      const type = TYPES[extname(path)]
      if (type === undefined) return []
      const plain = await readFile(path)
      const found = ENCODINGS.filter(({ suffix }) => paths.includes(path + suffix))
      const packed = await Promise.all(
        found.map(async ({ name, suffix }): Promise<[string, Buffer]> => [name, await readFile(path + suffix)]),
      )
      return [[path.slice(DIST.length + 1), { type, hash: shortHash(plain), plain, packed: new Map(packed) }]]
    }),
  )
  return new Map(kept.flat())
}
