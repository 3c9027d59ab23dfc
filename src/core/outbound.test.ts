import { createServer as createTlsServer } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buffer, text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { inspect } from 'node:util'

import { expect, onTestFinished, test, vi } from 'vitest'

import { outboundFor, pointingTo, portOf, reasonOf, serve } from '#test/peer.ts'

import { OutboundError, readBytes, readText } from './outbound.ts'
import type { OutboundRequest } from './outbound.ts'

const MIB = 1024 * 1024

test('addresses that are not https to the public internet are refused before any connection', async () => {
  const peer = await serve((_request, response) => response.end('secret of the machine'))
  const port = portOf(peer)
  const outbound = outboundFor()
  const urls = [
    'http://example.test/',
    'ftp://example.test/',
    'file:///etc/passwd',
    'data:,x',
    'no url',
    '',
    'https://',
  ]
  urls.push('https://user@example.test/', 'https://:pass@example.test/')
  for (const host of ['127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '127.0.0.1.', '127。0。0。1']) {
    urls.push(`https://${host}:${port}/`, `http://${host}:${port}/`)
  }
  for (const host of ['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '0']) {
    urls.push(`https://${host}:${port}/`)
  }
  // The injected look-up gives 127.0.0.1 for each of these names.
  urls.push(`https://localhost:${port}/`, `https://localhost.:${port}/`, `https://rebind.test:${port}/`)
  for (const url of urls) expect(await reasonOf(outbound.request(url)), url).toBe('not_allowed')
  expect(peer.connections()).toBe(0)
})

test('one private address among the answers of a look-up is enough to refuse', async () => {
  const peer = await serve((_request, response) => response.end())
  for (const addresses of [['127.0.0.1', '8.8.8.8'], ['::ffff:127.0.0.1'], ['127.0.0.1', '2606:4700::1']]) {
    const request = outboundFor({ lookup: pointingTo(...addresses) }).request(`https://mixed.test:${portOf(peer)}/`)
    expect(await reasonOf(request), addresses.join()).toBe('not_allowed')
  }
  expect(peer.connections()).toBe(0)
  expect(await reasonOf(outboundFor({ lookup: pointingTo() }).request('https://empty.test/'))).toBe('unreachable')
})

test('a name is looked up once and the connection goes to that answer', async () => {
  const peer = await serve((_request, response) => response.end('here'))
  const names: string[] = []
  const lookup = async (name: string) => {
    names.push(name)
    return [{ address: names.length === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }]
  }
  const outbound = outboundFor({ allow: ['pinned.test'], lookup })
  const answer = await outbound.request(`http://pinned.test:${portOf(peer)}/`)
  expect(await readText(answer)).toBe('here')
  expect(names).toEqual(['pinned.test'])
  expect(peer.seen[0]?.headers.host).toBe(`pinned.test:${portOf(peer)}`)
})

test('an answer comes with status, headers and body, and no compression was asked for', async () => {
  const peer = await serve(async (request, response) => {
    const body = await text(request)
    response.writeHead(201, { 'x-one': 'a', 'set-cookie': ['b=1', 'c=2'] }).end(`${request.method} ${body}`)
  })
  const outbound = outboundFor({ allow: [peer.host] })
  const url = `http://${peer.host}/path?q=1`
  for (const body of ['sent', Buffer.from('sent'), Readable.from(['se', 'nt'])]) {
    const headers = { 'Accept-Encoding': 'gzip', Host: 'other.test', 'X-Mine': '1' }
    const answer = await outbound.request(url, { method: 'put', headers, body })
    expect(answer).toMatchObject({ status: 201, url, headers: { 'x-one': 'a', 'set-cookie': 'b=1, c=2' } })
    expect(await readText(answer)).toBe('PUT sent')
  }
  expect(peer.seen[0]?.url).toBe('/path?q=1')
  const expected = { 'accept-encoding': 'identity', host: peer.host, 'x-mine': '1', 'user-agent': 'innkeeper' }
  expect(peer.seen[0]?.headers).toMatchObject(expected)
})

test('a failing status is an answer, not an error', async () => {
  const peer = await serve((_request, response) => response.writeHead(503).end())
  const answer = await outboundFor({ allow: [peer.host] }).request(`http://${peer.host}/`)
  expect(answer.status).toBe(503)
  expect(await readText(answer)).toBe('')
})

test('requests that cannot be sent are refused, whoever wrote them', async () => {
  const peer = await serve((_request, response) => response.end())
  const outbound = outboundFor({ allow: [peer.host] })
  const bad: OutboundRequest[] = [{ method: 'CONNECT' }, { method: 'TRACE' }, { method: 'GET /x' }, { method: '' }]
  bad.push({ headers: { 'x-a': 'b\r\nx-c: d' } }, { headers: { 'x a': 'b' } })
  for (const options of bad) {
    expect(await reasonOf(outbound.request(`http://${peer.host}/`, options)), inspect(options)).toBe('not_allowed')
  }
  expect(peer.seen).toEqual([])
})

test('a body past its limit fails as too large, declared or not, and the sender is cut off', async () => {
  const cut = Promise.withResolvers<void>()
  const peer = await serve((request, response) => {
    if (request.url === '/declared') response.writeHead(200, { 'content-length': String(100 * MIB) })
    response.once('close', () => cut.resolve())
    Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(64 * 1024)
      })(),
    )
      .on('error', () => {})
      .pipe(response)
  })
  const outbound = outboundFor({ allow: [peer.host] })
  for (const path of ['/endless', '/declared']) {
    const answer = await outbound.request(`http://${peer.host}${path}`, { sizeBytesMax: MIB })
    expect(answer.status).toBe(200)
    let sizeBytes = 0
    const reading = async () => {
      for await (const chunk of answer.body) sizeBytes += (chunk as Buffer).length
    }
    expect(await reasonOf(reading())).toBe('too_large')
    expect(sizeBytes).toBeLessThanOrEqual(path === '/declared' ? 0 : MIB)
    expect(answer.body.destroyed).toBe(true)
    await cut.promise
  }
})

test('a body of exactly the limit passes, and the declared length of a HEAD does not count', async () => {
  const peer = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': String(MIB) }).end(Buffer.alloc(MIB))
  })
  const outbound = outboundFor({ allow: [peer.host] })
  const whole = await outbound.request(`http://${peer.host}/`, { sizeBytesMax: MIB })
  expect((await readBytes(whole)).length).toBe(MIB)
  const head = await outbound.request(`http://${peer.host}/`, { method: 'HEAD', sizeBytesMax: 1 })
  expect(head.headers['content-length']).toBe(String(MIB))
  expect((await readBytes(head)).length).toBe(0)
})

test('the time limit covers the look-up, silence before the headers, and a body that drips', async () => {
  const peer = await serve((request, response) => {
    if (request.url === '/silent') return
    const drip = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(drip))
  })
  const outbound = outboundFor({ allow: [peer.host] })
  const limit = { timeoutSeconds: 1 }
  expect(await reasonOf(outbound.request(`http://${peer.host}/silent`, limit))).toBe('timeout')
  // On a busy machine the limit can pass before there is anything to read.
  const answer = await vi.waitFor(() => outbound.request(`http://${peer.host}/drip`, limit), 60_000)
  expect(await reasonOf(readText(answer))).toBe('timeout')
  const late = Promise.withResolvers<[]>()
  const slow = outboundFor({ lookup: () => late.promise })
  expect(await reasonOf(slow.request('https://slow.test/', limit))).toBe('timeout')
  late.resolve([])
})

test('a limit that passes while nobody reads does not end the process, and is told to who reads later', async () => {
  const peer = await serve((_request, response) => void response.write('x'))
  const outbound = outboundFor({ allow: [peer.host] })
  const ways = [buffer, (body: Readable) => pipeline(body, async (chunks) => buffer(chunks))]
  for (const read of ways) {
    // On a busy machine the limit can pass before there is anything to read.
    const answer = await vi.waitFor(() => outbound.request(`http://${peer.host}/`, { timeoutSeconds: 1 }), 60_000)
    await new Promise((resolve) => answer.body.once('close', resolve))
    expect(await reasonOf(read(answer.body))).toBe('timeout')
  }
})

test('the signal of the caller ends the request and the body with its own reason', async () => {
  const peer = await serve((request, response) => {
    if (request.url === '/body') response.write('x')
  })
  const outbound = outboundFor({ allow: [peer.host] })
  const early = AbortSignal.abort(new Error('shutting down'))
  await expect(outbound.request(`http://${peer.host}/`, { signal: early })).rejects.toThrow('shutting down')
  const waiting = new AbortController()
  const request = outbound.request(`http://${peer.host}/`, { signal: waiting.signal })
  waiting.abort(new Error('not needed any more'))
  await expect(request).rejects.toThrow('not needed any more')
  const reading = new AbortController()
  const answer = await outbound.request(`http://${peer.host}/body`, { signal: reading.signal })
  reading.abort(new Error('enough'))
  await expect(readText(answer)).rejects.toThrow('enough')
})

test('a peer that refuses, hangs up or stops halfway is unreachable', async () => {
  const peer = await serve((request, response) => {
    if (request.url === '/half') response.writeHead(200, { 'content-length': '10' }).write('half')
    setImmediate(() => request.socket.destroy())
  })
  const outbound = outboundFor({ allow: ['127.0.0.1', 'gone.test'] })
  expect(await reasonOf(outbound.request(`http://${peer.host}/hang-up`))).toBe('unreachable')
  const half = await outbound.request(`http://${peer.host}/half`)
  expect(await reasonOf(readText(half))).toBe('unreachable')
  const body = Readable.from(['never ', 'sent'])
  expect(await reasonOf(outbound.request('http://127.0.0.1:1/', { method: 'POST', body }))).toBe('unreachable')
  expect(body.destroyed).toBe(true)
  const lookup = () => Promise.reject(Object.assign(new Error('gone.test'), { code: 'ENOTFOUND' }))
  expect(await reasonOf(outboundFor({ lookup }).request('https://gone.test/'))).toBe('unreachable')
})

test('a kept connection that turns out to be closed: what may be sent twice is sent again, and nothing else', async () => {
  const asked: { path: string; socket: unknown }[] = []
  const peer = await serve((request, response) => {
    const isKept = asked.some(({ socket }) => socket === request.socket)
    asked.push({ path: request.url ?? '', socket: request.socket })
    if (isKept || request.url === '/drop') request.socket.destroy()
    else response.end('here')
  })
  const outcome = async (path: string, options: OutboundRequest = {}) => {
    // Each with connections of its own, of which one is kept.
    const outbound = outboundFor({ allow: ['127.0.0.1'] })
    await readText(await outbound.request(`http://${peer.host}/first`))
    // Until the agent has put the connection aside.
    await new Promise((resolve) => setTimeout(resolve, 20))
    asked.splice(0, asked.length, ...asked.slice(-1))
    const answer = await outbound.request(`http://${peer.host}${path}`, options).then(readText).catch(String)
    return [answer.includes('here'), asked.length - 1]
  }
  const keyed = { method: 'POST', body: 'x', headers: { 'Idempotency-Key': 'k' } }
  expect(await outcome('/')).toEqual([true, 2])
  expect(await outcome('/', keyed)).toEqual([true, 2])
  expect(await outcome('/', { method: 'POST', body: 'x' })).toEqual([false, 1])
  expect(await outcome('/', { method: 'PUT', body: Readable.from(['x']) })).toEqual([false, 1])
  // One that hangs up each time is not asked for ever, and not twice where it may have done what was asked.
  expect(await outcome('/drop')).toEqual([false, 3])
  expect(await outcome('/drop', keyed)).toEqual([false, 2])
})

test('a refused request destroys the stream it was given', async () => {
  const body = Readable.from(['x'])
  expect(await reasonOf(outboundFor().request('http://127.0.0.1:1/', { method: 'POST', body }))).toBe('not_allowed')
  expect(body.destroyed).toBe(true)
})

test('no error tells path, query or credentials', async () => {
  const peer = await serve((_request, response) => response.writeHead(302, { location: '/hidden?hidden' }).end())
  const outbound = outboundFor({ allow: ['127.0.0.1'] })
  const urls = [`http://${peer.host}/hidden?hidden`, 'http://127.0.0.1:1/hidden', 'https://hidden:hidden@x.test/']
  urls.push('http://[::1]:1/hidden', 'https://[hidden/hidden', 'https://private.test/hidden')
  for (const url of urls) {
    const error: unknown = await outbound
      .request(url, { headers: { authorization: 'hidden' } })
      .catch((e: unknown) => e)
    expect(error).toBeInstanceOf(OutboundError)
    expect(inspect(error, { depth: 9, showHidden: true }).replaceAll(/^ +at .*$/gm, '')).not.toContain('hidden')
  }
})

// Made for this test only: nobody trusts it, and it names a host that cannot exist.
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMkvWOCkWwgbj0Uae
tieT6MhpK8hulHhndfEG+o3jMvOhRANCAASXg00mp4CWwyTgzSwjmrIOzTnBbt/N
wK2OjXhysbcVVZatPYN0jMQ5sB/tP7VhByKFw8jthlAyTJlvRJuvHga2
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBQTCB6KADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWdvb2QudGVz
dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
Z29vZC50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEl4NNJqeAlsMk4M0s
I5qyDs05wW7fzcCtjo14crG3FVWWrT2DdIzEObAf7T+1YQcihcPI7YZQMkyZb0Sb
rx4GtqMpMCcwFAYDVR0RBA0wC4IJZ29vZC50ZXN0MA8GA1UdEwEB/wQFMAMBAf8w
CgYIKoZIzj0EAwIDSAAwRQIgCiyrKu56asktF5FowbC6NFfvdZYMdWQ0H3srzhaN
y5kCIQCCjlopA6aHIPE9geefQQ3Ia5NQVo2ifeWY8n8ZE113Eg==
-----END CERTIFICATE-----`

test('the certificate must be trusted and must name the host', async () => {
  const peer = await serve(
    (_request, response) => response.end('over TLS'),
    (listener) => createTlsServer({ key: KEY, cert: CERTIFICATE }, listener),
  )
  const call = (host: string) => outboundFor({ allow: [host] }).request(`https://${host}:${portOf(peer)}/`)
  expect(await reasonOf(call('good.test'))).toBe('unreachable')
  const trusted = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(trusted))
  setDefaultCACertificates([CERTIFICATE])
  expect(await readText(await call('good.test'))).toBe('over TLS')
  expect(await reasonOf(call('other.test'))).toBe('unreachable')
  expect(peer.seen.length).toBe(1)
})

test('the public internet sends nobody on to a host that the operator allows', async () => {
  const inner = await serve((_request, response) => response.end('secret of the machine'))
  const site = await serve(
    (request, response) => {
      const location = request.url === '/stay' ? '/end' : request.url === '/end' ? undefined : `http://${inner.host}/`
      if (location === undefined) response.end('still outside')
      else response.writeHead(302, { location }).end()
    },
    (listener) => createTlsServer({ key: KEY, cert: CERTIFICATE }, listener),
  )
  const trusted = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(trusted))
  setDefaultCACertificates([CERTIFICATE])
  // Resolves to a public address for the check and to this machine for the connection, to stand in for the internet.
  const lookup = async () => {
    let looks = 0
    const found = {
      family: 4,
      get address() {
        return looks++ === 0 ? '8.8.8.8' : '127.0.0.1'
      },
    }
    return [found]
  }
  const outbound = outboundFor({ allow: [inner.host], lookup })
  const at = `https://good.test:${portOf(site)}`
  expect(await readText(await outbound.request(`${at}/stay`))).toBe('still outside')
  expect(await reasonOf(outbound.request(`${at}/away`))).toBe('not_allowed')
  expect([site.seen.length, inner.connections()]).toEqual([3, 0])
  expect(await readText(await outbound.request(`http://${inner.host}/`))).toBe('secret of the machine')
})
