import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf } from '#test/event-source.ts'
import { secondNode } from '#test/second-node.ts'

async function limited(config: object) {
  const server = await secondNode({ config })
  onTestFinished(() => server.close())
  const { port } = new URL(await addressOf(server.app))
  /** Opens a connection; `heard` is the status of the answer, or empty if it was closed without one. */
  const asked = async (): Promise<{ socket: Socket; heard: string }> => {
    const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.write('GET /health HTTP/1.1\r\nHost: a.example\r\n\r\n')
    const [heard] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])])
    return { socket, heard: String(heard).slice(9, 12) }
  }
  const several = async (count: number): Promise<{ socket: Socket; heard: string }[]> => {
    const all: { socket: Socket; heard: string }[] = []
    for (let index = 0; index < count; index++) all.push(await asked())
    return all
  }
  return { asked, several, server }
}

test('one address has so many connections, and one more when it has closed another', async () => {
  const { several, asked } = await limited({ connections: { max: 100, perAddress: 3 } })
  const open = await several(5)
  expect(open.map(({ heard }) => heard)).toEqual(['200', '200', '200', '', ''])
  open[0]?.socket.destroy()
  await expect.poll(async () => (await asked()).heard).toBe('200')
})

test('a proxy of the operator has no limit of its own, and all together have one', async () => {
  for (const trustProxy of [true, 'loopback', '10.0.0.0/8,127.0.0.1']) {
    const { several } = await limited({ trustProxy, connections: { max: 5, perAddress: 2 } })
    const open = await several(7)
    expect(open.map(({ heard }) => heard)).toEqual(['200', '200', '200', '200', '200', '', ''])
  }
  const { several } = await limited({ trustProxy: '10.0.0.0/8', connections: { max: 5, perAddress: 2 } })
  expect((await several(3)).map(({ heard }) => heard)).toEqual(['200', '200', ''])
})

test('a head, a whole request and the next one have a time by which they must be there', async () => {
  const { server } = await limited({})
  const { headersTimeout, requestTimeout, keepAliveTimeout, maxConnections } = server.app.server
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, maxConnections }).toEqual({
    headersTimeout: 60_000,
    requestTimeout: 300_000,
    keepAliveTimeout: 72_000,
    maxConnections: 10_000,
  })
})
