import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { Agent } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { portOf, serve } from '#test/peer.ts'
import { soon } from '#test/working.ts'
import { openWire, type Asking, type WireConnections } from './wire-connections.ts'

function wireWith(limits: Partial<Parameters<typeof openWire>[0]> = {}): WireConnections {
  const wire = openWire({ connectionsMax: 8, connectMillisMax: 5000, ...limits })
  onTestFinished(() => void wire.close())
  return wire
}

interface Asked {
  answer: Promise<string>
  /** Lets it go, whether it is on its way or waits for a connection. */
  giveUp(): void
}

/** Sends a question; its answer is the status and the text, or why there is none. */
function ask(wire: WireConnections, url: string, body = 'question'): Asked {
  const { promise, resolve } = Promise.withResolvers<string>()
  let breakOff: (() => void) | undefined
  let text = ''
  let isOver = false
  const asking: Asking = {
    get isOver() {
      return isOver
    },
    onSent: (stop) => void (breakOff = stop),
    onHead: ({ status }) => void (text = `${status} `),
    onPart: (bytes) => void (text += bytes.toString('latin1')),
    onEnd: () => resolve(text),
    onError: ({ message }) => resolve(`failed: ${message}`),
  }
  const { host } = new URL(url)
  wire.send(
    new URL(url),
    `POST / HTTP/1.1\r\nhost: ${host}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    asking,
  )
  return {
    answer: promise,
    giveUp() {
      isOver = true
      breakOff?.()
      resolve('given up')
    },
  }
}

interface RawServer {
  url: string
  /** How many there were, and how many of them are open. */
  connections(): number
  open(): number
}

/** A server that does with a connection what the test says, and not what HTTP says. */
async function serveRaw(onConnection: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server: Server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    sockets.forEach((socket) => socket.destroy())
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, connections: () => connections, open: () => sockets.size }
}

const said = (text: string): string => `HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`

test('one connection serves one question after the other', async () => {
  const peer = await serve((request, response) => request.on('end', () => response.end('yes')).resume())
  const wire = wireWith()
  for (let turn = 0; turn < 5; turn++) expect(await ask(wire, `http://${peer.host}`).answer).toBe('200 yes')
  expect(peer.connections()).toBe(1)
})

test('the length of an answer may be told, or come in chunks, or be all that comes', async () => {
  const peer = await serve((_, response) => {
    response.write('a'.repeat(40_000))
    setImmediate(() => response.end('b'))
  })
  const wire = wireWith()
  expect(await ask(wire, `http://${peer.host}`).answer).toBe(`200 ${'a'.repeat(40_000)}b`)
  const raw = await serveRaw((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nto the end')))
  expect(await ask(wire, raw.url).answer).toBe('200 to the end')
  expect(await ask(wire, raw.url).answer).toBe('200 to the end')
  expect(raw.connections()).toBe(2)
})

test('who comes when all connections are in use waits; who gives up meanwhile is passed over', async () => {
  const answers: (() => void)[] = []
  const peer = await serve((_, response) => void answers.push(() => response.end('late')))
  const wire = wireWith({ connectionsMax: 2 })
  const asked = Array.from({ length: 5 }, () => ask(wire, `http://${peer.host}`))
  await soon(() => expect(answers).toHaveLength(2))
  asked[2]?.giveUp()
  for (let served = 0; served < 4; served++) {
    await soon(() => expect(answers.length).toBeGreaterThan(served))
    answers[served]?.()
  }
  expect(await Promise.all(asked.map(({ answer }) => answer))).toEqual([
    '200 late',
    '200 late',
    'given up',
    '200 late',
    '200 late',
  ])
  expect(peer.connections()).toBe(2)
})

test('a question that is given up takes its connection with it, and the next one has its place', async () => {
  const peer = await serve(({ headers }, response) => {
    if (headers['content-length'] !== '4') response.end('yes')
  })
  const wire = wireWith({ connectionsMax: 1 })
  const hanging = ask(wire, `http://${peer.host}`, 'hang')
  await soon(() => expect(peer.seen).toHaveLength(1))
  const next = ask(wire, `http://${peer.host}`)
  hanging.giveUp()
  expect(await next.answer).toBe('200 yes')
  expect(peer.connections()).toBe(2)
})

const LEAVINGS: Record<string, (socket: Socket) => unknown> = {
  'says something that was not asked for': (socket) => socket.write(said('again')),
  'closes it': (socket) => socket.end(),
  'cuts it off': (socket) => socket.resetAndDestroy(),
}

test.for(Object.entries(LEAVINGS))('an idle connection is let go when the other side %s', async ([, then]) => {
  const raw = await serveRaw((socket) => {
    socket.on('data', () => socket.write(said('yes'), () => void sleep(20).then(() => then(socket))))
  })
  const wire = wireWith()
  for (let turn = 0; turn < 3; turn++) {
    expect(await ask(wire, raw.url).answer).toBe('200 yes')
    await soon(() => expect(raw.open()).toBe(0))
  }
  expect(raw.connections()).toBe(3)
})

test('a connection with more on it than was asked for is not used again', async () => {
  const raw = await serveRaw((socket) => socket.on('data', () => socket.write(said('yes') + said('no'))))
  const wire = wireWith()
  for (let turn = 0; turn < 3; turn++) expect(await ask(wire, raw.url).answer).toBe('200 yes')
  expect(raw.connections()).toBe(3)
})

test('nor is what comes after an answer taken for the next one, where that waits already', async () => {
  // The first answer ends where the buffer for reading ends.
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 16342\r\n\r\n'
  const body = 'a'.repeat(16_342)
  expect(head.length + body.length).toBe(16 * 1024)
  const raw = await serveRaw((socket) => socket.on('data', () => socket.write(head + body + said('no'))))
  const wire = wireWith({ connectionsMax: 1 })
  const asked = [1, 2, 3].map(() => ask(wire, raw.url).answer)
  for (const answer of asked) expect(await answer).toBe(`200 ${body}`)
})

test('an idle connection that the other side would close is closed, also where nobody asks', async () => {
  const answer = 'HTTP/1.1 200 OK\r\nkeep-alive: timeout=2\r\ncontent-length: 0\r\n\r\n'
  const raw = await serveRaw((socket) => socket.on('data', () => socket.write(answer)))
  await ask(wireWith(), raw.url).answer
  expect(raw.open()).toBe(1)
  await soon(() => expect(raw.open()).toBe(0))
})

test('nor is one that was answered before the question was through', async () => {
  const raw = await serveRaw((socket) => {
    socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\nno')
    socket.pause()
  })
  const wire = wireWith()
  const long = 'x'.repeat(30_000_000)
  expect(await ask(wire, raw.url, long).answer).toBe('413 no')
  expect(await ask(wire, raw.url, long).answer).toBe('413 no')
  expect(raw.connections()).toBe(2)
})

test('a connection is used only as long as the other side said it would keep it', async () => {
  const kept = [60, 3, 3]
  const answer = () => `HTTP/1.1 200 OK\r\nkeep-alive: timeout=${kept.shift()}\r\ncontent-length: 0\r\n\r\n`
  const raw = await serveRaw((socket) => socket.on('data', () => socket.write(answer())))
  const wire = wireWith()
  await ask(wire, raw.url).answer
  await ask(wire, raw.url).answer
  expect(raw.connections()).toBe(1)
  await sleep(2100)
  await ask(wire, raw.url).answer
  expect(raw.connections()).toBe(2)
})

test('whoever cannot be reached, breaks off or does not speak HTTP has failed', async () => {
  const wire = wireWith()
  expect(await ask(wire, `http://127.0.0.1:${await freePort()}`).answer).toMatch(/^failed: /)
  const doings: ((socket: Socket) => void)[] = [
    (socket) => socket.end(),
    (socket) => socket.resetAndDestroy(),
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
    (socket) => socket.write('220 smtp ready\r\n\r\n'),
  ]
  for (const doing of doings) {
    const raw = await serveRaw((socket) => socket.once('data', () => doing(socket)))
    expect(await ask(wire, raw.url).answer).toMatch(/^failed: /)
  }
})

test('a connection that does not come about is not waited for', async () => {
  const silent = await serveRaw(() => {})
  const wire = wireWith({ connectMillisMax: 100 })
  expect(await ask(wire, silent.url.replace('http:', 'https:')).answer).toMatch(/^failed: /)
})

test('closed, it closes what is idle and takes nothing more; what is under way is answered', async () => {
  let answer: (() => void) | undefined
  const peer = await serve(({ headers }, response) => {
    if (headers['content-length'] === '4') answer = () => response.end('late')
    else response.end('yes')
  })
  const wire = wireWith()
  const late = ask(wire, `http://${peer.host}`, 'wait')
  await soon(() => expect(answer).toBeDefined())
  expect(await ask(wire, `http://${peer.host}`).answer).toBe('200 yes')
  let isClosed = false
  const closing = wire.close().then(() => (isClosed = true))
  expect(await ask(wire, `http://${peer.host}`).answer).toMatch(/^failed: /)
  expect(isClosed).toBe(false)
  answer?.()
  expect(await late.answer).toBe('200 late')
  await closing
  await soon(() => expect(peer.seen.every(({ socket }) => socket.destroyed)).toBe(true))
})

// Made for this test only: nobody trusts it.
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjS6DzhkHw/A0l6J1
xLj20bRoNTAPQlaBV2uSYBR1hBqhRANCAAQemt/n00JSZe7WLGxGL+4vYM2j8QJy
sTITsnPhq9OJtU1P+2e+ym1MRMeiEhTcJmJ81nvlfbKYTrH2Tpx1nihw
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUQLSU42RHVmoNY90VD3naMLw4iA0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNjE0MzAwMVoYDzIxMjYxMDIz
MTQzMDAxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQemt/n00JSZe7WLGxGL+4vYM2j8QJysTITsnPhq9OJtU1P+2e+ym1M
RMeiEhTcJmJ81nvlfbKYTrH2Tpx1nihwo2kwZzAdBgNVHQ4EFgQU/w419V9QefxB
4SpZ/JNoWAO8y4YwHwYDVR0jBBgwFoAU/w419V9QefxB4SpZ/JNoWAO8y4YwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAK+gvovZfqrn+Da7eJQzbvU9sew9i1BlGGeh8nXPKqzzAiEAuP0QJthw
w+96O5qToAvuqeAGrNbjFvPpVxvHyPOXpjM=
-----END CERTIFICATE-----`

test('over TLS the certificate must be trusted and must name the host', async () => {
  const peer = await serve(
    (request, response) => request.on('end', () => response.end('over TLS')).resume(),
    (listener) => createHttpsServer({ key: KEY, cert: CERTIFICATE }, listener),
  )
  const url = `https://localhost:${portOf(peer)}`
  expect(await ask(wireWith(), url).answer).toMatch(/^failed: /)
  const trusted = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(trusted))
  setDefaultCACertificates([CERTIFICATE])
  const wire = wireWith()
  for (let turn = 0; turn < 3; turn++) expect(await ask(wire, url).answer).toBe('200 over TLS')
  expect(await ask(wire, `https://127.0.0.1:${portOf(peer)}`).answer).toMatch(/^failed: /)
  expect(peer.seen).toHaveLength(3)
})

/** What undici, whose parser is Node's own, makes of the same bytes. */
async function libraryAnswer(agent: Agent, url: string): Promise<string> {
  try {
    const answer = await agent.request({ origin: url, path: '/', method: 'POST', body: 'question' })
    return `${answer.statusCode} ${Buffer.from(await answer.body.arrayBuffer()).toString('latin1')}`
  } catch {
    return 'failed'
  }
}

const spoilable = [
  'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n0123456789',
  'HTTP/1.1 429 Slow\r\nx: y\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n5;a=b\r\n56789\r\n0\r\nz: 1\r\n\r\n',
  'HTTP/1.1 500 Oh\r\nConnection: close\r\nx-y: z\r\n\r\n0123456789',
]

/** Answers with a letter put in, taken out or changed somewhere. */
const spoilt = fc
  .record({
    answer: fc.constantFrom(...spoilable),
    place: fc.nat(130),
    taken: fc.nat(2),
    put: fc.constantFrom('', '\r', '\n', '\r\n', ' ', ':', '\t', '\0', '0', '1', 'a', '-', ';', ',', '\x7f', '\xa0'),
  })
  .map(({ answer, place, taken, put }) => answer.slice(0, place) + put + answer.slice(place + taken))

test('nothing is taken for an answer that the library would not take for the same one', async () => {
  let answer = ''
  const raw = await serveRaw((socket) => socket.once('data', () => socket.end(answer, 'latin1')))
  const agent = new Agent({ pipelining: 1 })
  onTestFinished(() => agent.destroy())
  const wire = wireWith()
  const taken = new Set<string>()
  await fc.assert(
    fc.asyncProperty(spoilt, async (given) => {
      answer = given
      const ours = await ask(wire, raw.url).answer
      const library = await libraryAnswer(agent, raw.url)
      if (ours === library) taken.add(given)
      expect([library, expect.stringMatching(/^failed: /)], JSON.stringify(given)).toContainEqual(ours)
    }),
    { numRuns: 1000 },
  )
  expect(taken.size).toBeGreaterThan(100)
})

test('what Node answers is read as it was meant, on connections that are used again', async () => {
  let body = ''
  let isLengthTold = false
  const peer = await serve((request, response) => {
    request.resume().on('end', () => {
      if (isLengthTold) response.setHeader('content-length', body.length)
      for (const part of body.match(/.{1,7}/gs) ?? []) response.write(part)
      response.end()
    })
  }, createHttpServer)
  const wire = wireWith()
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary-ascii', maxLength: 60 }), fc.boolean(), async (text, isTold) => {
      body = text
      isLengthTold = isTold
      expect(await ask(wire, `http://${peer.host}`).answer).toBe(`200 ${text}`)
    }),
    { numRuns: 200 },
  )
  expect(peer.connections()).toBe(1)
})
