import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { clientOf } from '#test/client.ts'
import { harness, startTestApp } from '#test/harness.ts'

const SCRIPT_BYTES_MAX = 100_000

async function browser() {
  const { app } = await harness()
  const get = async (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { app, get }
}

const addressesIn = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="(?<address>[^"]+)"/g)].map(({ groups }) => groups?.address ?? '')

test.for(['t', 'm'])('/%s/{token} is one page for every token, with a strict policy', async (page) => {
  const { get } = await browser()
  const { body, headers, statusCode } = await get(`/${page}/one-token`)
  expect(statusCode).toBe(200)
  expect((await get(`/${page}/another-token`)).body).toBe(body)
  expect(body).not.toContain('one-token')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  expect(headers['permissions-policy']).toContain('camera=(self)')
  expect(body).not.toMatch(/<script(?![^>]*src=)|<style|style=|https?:/)
})

test.for(['t', 'm'])('/%s needs less than 100 kB of compressed script for its first load', async (page) => {
  const { get } = await browser()
  const { body } = await get(`/${page}/token`)
  const scripts = addressesIn(body).filter((address) => address.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  let total = 0
  for (const address of scripts) {
    const { rawPayload, statusCode } = await get(new URL(address, `http://host/${page}/token`).pathname)
    expect(statusCode).toBe(200)
    // Whatever the browser can unpack: the larger of the two counts.
    total += gzipSync(rawPayload, { level: 9 }).length
  }
  expect(total).toBeLessThan(SCRIPT_BYTES_MAX)
})

test('what a page consists of is packed, kept for ever, and never sent twice', async () => {
  const { get } = await browser()
  const addresses = addressesIn((await get('/t/token')).body)
  const script = new URL(addresses.find((address) => address.endsWith('.js')) ?? '', 'http://host/t/token').pathname
  const plain = await get(script)
  const packed = await get(script, { 'accept-encoding': 'gzip, deflate, br' })
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect((await get(script, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
  const again = await get(script, { 'accept-encoding': 'br', 'if-none-match': String(packed.headers.etag) })
  expect(again).toMatchObject({ statusCode: 304, body: '' })
})

test('the service worker reaches as far as its page, and is asked for anew each time', async () => {
  const { get } = await browser()
  for (const page of ['t', 'm']) {
    const { headers, body, statusCode } = await get(`/${page}/service-worker.js`)
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('no-cache')
    for (const address of addressesIn((await get(`/${page}/`)).body)) expect(body).toContain(address.replace('../', ''))
  }
})

test.for(['/assets/no-such-file.js', '/assets/..%2f.stamp', '/assets/%2e%2e%2fservice-worker.js'])(
  '%s is not there',
  async (address) => {
    const { app } = await browser()
    const { get } = clientOf(app, '')
    expect(await get(address)).toMatchObject({ status: 404, body: { code: 'route_not_found' } })
  },
)

test.for([
  ['/t', '/t/'],
  ['/m', '/m/'],
  ['/t/a%20token/', '/t/a%20token'],
  ['/t/token/more', '/t/'],
  ['/m/token/more/and/', '/m/'],
  ['/t/token//', '/t/'],
] as const)('%s leads to %s', async ([address, page]) => {
  const { get } = await browser()
  const { statusCode, headers } = await get(address)
  expect(statusCode).toBe(302)
  // Behind a proxy the page may stand deeper: the way to it is told from where the reader is.
  for (const base of ['', '/deeper']) {
    expect(new URL(String(headers.location), `http://host${base}${address}`).pathname).toBe(`${base}${page}`)
  }
})

test('no token gets into the log', async () => {
  const logTo = new PassThrough()
  const lines = text(logTo)
  const server = await startTestApp({ logTo })
  for (const page of ['t', 'm']) await server.app.inject(`/${page}/secret-token-of-a-link`)
  await server.close()
  logTo.end()
  const log = await lines
  expect(log).toContain('/t/:token')
  expect(log).not.toContain('secret-token-of-a-link')
})

const CONSOLE_BYTES_MAX = 250_000
const CONSOLE_PAGE_BYTES_MAX = 80_000

test('every address of the console is the same page, and finds its files from there', async () => {
  const { get } = await browser()
  for (const path of ['/w/', '/w/some-place/tasks', '/w/some-place/tasks/0198f6a2', '/w/%3Cscript%3E/x?q=<b>']) {
    const { body, headers, statusCode } = await get(path)
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
    expect(body).not.toMatch(/<script(?![^>]*src=)|<style|style=|https?:/)
    const addresses = addressesIn(body)
    expect(addresses.length).toBeGreaterThan(2)
    for (const address of addresses) {
      expect((await get(new URL(address, `http://host${path}`).pathname)).statusCode, address).toBe(200)
    }
    expect((await get(path, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  }
  for (const path of ['/', '/w']) {
    const { statusCode, headers } = await get(path)
    expect([statusCode, new URL(String(headers.location), `http://host${path}`).pathname]).toEqual([302, '/w/'])
  }
})

test('the console needs less than 250 kB of compressed script for its first load, and each page with all its parts less than 80 more', async () => {
  const { get } = await browser()
  const folder = join(import.meta.dirname, '../../web/dist/assets')
  const text = (file: string): string => readFileSync(join(folder, file), 'utf8')
  const packed = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + gzipSync(text(file), { level: 9 }).length, 0)
  const named = (file: string, how: RegExp): string[] => [...text(file).matchAll(how)].map(([, other = '']) => other)
  /** A file with all that it cannot run without, and if asked for with all that it may load later on. */
  function wholeOf(file: string, isAll: boolean, seen = new Set<string>()): Set<string> {
    if (seen.has(file)) return seen
    seen.add(file)
    const others = named(file, /(?:from|import)\s*"\.\/([^"]+\.js)"/g)
    if (isAll) others.push(...named(file, /import\(\s*["'`]\.\/([^"'`]+\.js)["'`]\s*\)/g))
    for (const other of others) wholeOf(other, isAll, seen)
    return seen
  }
  const entry = addressesIn((await get('/w/')).body).find((address) => /\/w-[^/]+\.js$/.test(address)) ?? ''
  const first = wholeOf(entry.split('/').at(-1) ?? '', false)
  expect(packed(first)).toBeGreaterThan(50_000)
  expect(packed(first)).toBeLessThan(CONSOLE_BYTES_MAX)
  const pages = readdirSync(folder).filter((file) => /-page-[^/]+\.js$/.test(file))
  expect(pages.length).toBeGreaterThan(5)
  const workflow = pages.find((file) => file.startsWith('workflow-page-'))
  const parts = [...wholeOf(workflow ?? '', true, new Set(first))].filter((file) => !first.has(file))
  // Or a part that is loaded later would not be counted.
  expect(parts.filter((file) => file.startsWith('editor-panel-'))).toHaveLength(1)
  for (const page of pages) {
    const more = [...wholeOf(page, true, new Set(first))].filter((file) => !first.has(file))
    expect(packed(more), page).toBeLessThan(CONSOLE_PAGE_BYTES_MAX)
  }
})
