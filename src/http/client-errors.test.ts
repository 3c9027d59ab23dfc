import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { leasedLimiter } from '#core/ratelimit.ts'
import { addressOf } from '#test/event-source.ts'
import { harness } from '#test/harness.ts'
import { answerUnreadable } from './client-errors.ts'

const NO_METHOD = 'NOTHING OF THE KIND\r\n\r\n'
const NO_HEADER = 'GET /v1/internal/ai-gateway/health HTTP/1.1\r\nHost: x\r\nX-Name: a\nb\r\n\r\n'

test.for([
  { how: 'together', behind: NO_METHOD },
  { how: 'together', behind: NO_HEADER },
  { how: 'later', behind: NO_METHOD },
  { how: 'later', behind: NO_HEADER },
  { how: 'later', behind: `GET / HTTP/1.1\r\nX-Name: ${'a'.repeat(40_000)}\r\n\r\n` },
])('what is said of what cannot be read is no answer to the request before it, $how', async ({ how, behind }) => {
  const place = await harness()
  const { app } = place
  const password = 'good-enough-for-a-test'
  const { email } = await place.make.person({ password })
  const socket = connect(Number(new URL(await addressOf(app)).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let heard = ''
  socket.on('data', (part) => void (heard += String(part)))
  const body = JSON.stringify({ email, password })
  const head = `POST /api/v1/auth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  const first = `${head}\r\n\r\n${body}`
  const begun = once(app.server, 'request')
  socket.write(how === 'together' ? first + behind : first)
  await begun
  if (how === 'later') socket.write(behind)
  await once(socket, 'close')
  expect(heard.match(/^HTTP\/1\.1 \d+|"accessToken"/gm)).toEqual(['HTTP/1.1 200', '"accessToken"'])
})

test('a body that cannot be read is told, although its head could be', async () => {
  const place = await harness()
  const socket = connect(Number(new URL(await addressOf(place.app)).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write('POST /api/v1/auth/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n')
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 400 .*"code":"unreadable_request"/s)
})

test('what cannot be read breaks off an answer that is under way, and nothing is said into it', async () => {
  const { runtime } = await harness()
  const tell = answerUnreadable(leasedLimiter(runtime.database.pool, { perMinute: 60, burst: 10 }))
  const server = createServer((_, response) => void response.write('begun')).on('clientError', tell)
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let heard = ''
  socket.on('data', (part) => void (heard += String(part)))
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  socket.write(NO_METHOD)
  await once(socket, 'close')
  expect(heard).toMatch(/begun\r\n$/)
})
