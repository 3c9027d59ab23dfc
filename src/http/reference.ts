import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Operation } from '#core/operation.ts'
import { openApiDocument } from './openapi/document.ts'
import { outlineOf } from './openapi/outline.ts'
import { PUBLIC_PREFIX, publicSubject, type Subject } from './openapi/public.ts'
import { workflowSubject } from './openapi/workflows.ts'
import { referencePage, REFERENCE_POLICY } from './reference-page.ts'
import { isUnchanged, shortHash } from './render.ts'

const DOCUMENT = `${PUBLIC_PREFIX}/openapi.public.json`
const WORKFLOW_DOCUMENT = `${PUBLIC_PREFIX}/openapi.workflows.json`
const PAGE = '/public-docs'
const SCRIPT = `${PAGE}/scalar.js`

export interface Reference {
  /** The operations of the public surface. */
  operations: readonly Operation[]
  /** Those of the Workflow API, which has a document of its own. */
  workflowOperations: readonly Operation[]
  appUrl: string
  /** The document of the API host. */
  host(): object
}

/** The public surface for programs (OpenAPI), people (a page that needs no internet) and language models (llms.txt). */
export function mountReference(
  app: FastifyInstance,
  { operations, workflowOperations, appUrl, host }: Reference,
): void {
  const subject = publicSubject(appUrl)
  // A proxy in front may serve us under a path; the page must find its parts there.
  const base = new URL(appUrl).pathname.replace(/(?<!\/)\/+$/, '')
  const links = {
    'OpenAPI document': `${appUrl}${DOCUMENT}`,
    'OpenAPI document of the Workflow API': `${appUrl}${WORKFLOW_DOCUMENT}`,
    'Reference for people': `${appUrl}${PAGE}`,
  }
  const page = {
    type: 'text/html; charset=utf-8',
    headers: REFERENCE_POLICY,
    make: async () =>
      referencePage({
        title: subject.title,
        documentUrl: base + DOCUMENT,
        scriptUrl: base + SCRIPT,
        serverUrl: base + PUBLIC_PREFIX,
      }),
  }
  keep(app, [DOCUMENT], documentOf(operations, subject))
  keep(app, [WORKFLOW_DOCUMENT], documentOf(workflowOperations, workflowSubject(appUrl)))
  keep(app, ['/openapi.json'], written(host))
  keep(app, ['/llms.txt'], {
    type: 'text/plain; charset=utf-8',
    make: async () => outlineOf(operations, subject, links),
  })
  keep(app, [PAGE, `${PAGE}/`], page)
  keep(app, [SCRIPT], { type: 'text/javascript; charset=utf-8', make: scalarScript })
}

function documentOf(operations: readonly Operation[], subject: Subject): Keepable {
  return written(() => openApiDocument(operations, subject))
}

function written(document: () => object): Keepable {
  return {
    type: 'application/json; charset=utf-8',
    // Tools in a browser on another origin may read it too.
    headers: { 'access-control-allow-origin': '*' },
    make: async () => `${JSON.stringify(document())}\n`,
  }
}

interface Keepable {
  type: string
  headers?: Record<string, string>
  make(): Promise<string | Buffer>
}

interface Kept {
  plain: Buffer
  gzipped: Buffer
  hash: string
}

/** Serves what never changes while the process lives. It is made when it is first asked for: most processes never are. */
function keep(app: FastifyInstance, paths: string[], { type, headers = {}, make }: Keepable): void {
  let kept: Promise<Kept> | undefined
  for (const path of paths) {
    app.get(path, async (request, reply) => {
      kept ??= packed(make)
      const { plain, gzipped, hash } = await kept.catch((error: unknown) => {
        kept = undefined
        throw error
      })
      const isGzipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
      const etag = isGzipped ? `"${hash}.gzip"` : `"${hash}"`
      reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'public, no-cache', ...headers })
      if (isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send()
      if (isGzipped) reply.header('content-encoding', 'gzip')
      return reply.type(type).send(isGzipped ? gzipped : plain)
    })
  }
}

async function packed(make: Keepable['make']): Promise<Kept> {
  const plain = Buffer.from(await make())
  return { plain, gzipped: await promisify(gzip)(plain), hash: shortHash(plain) }
}

/**
 * The program of the page. Its package holds it as one text that only its Fastify plugin gives out, and takes half a
 * second and 40 MB to load: hence not at the start, and a server of its own to ask.
 */
async function scalarScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const shelf = Fastify()
  await shelf.register(scalar, { routePrefix: '/', configuration: { url: DOCUMENT } })
  const { statusCode, rawPayload } = await shelf.inject('/js/scalar.js')
  await shelf.close()
  if (statusCode !== 200) throw new Error('the script of the reference page is not where its package used to have it')
  return rawPayload
}
