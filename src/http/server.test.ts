import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { addressOf } from '#test/event-source.ts'
import { secondNode } from '#test/second-node.ts'

test('a connection on which nothing was asked yet keeps no server from closing', async () => {
  const server = await secondNode()
  const { hostname, port } = new URL(await addressOf(server.app))
  const ahead = connect(Number(port), hostname)
  await once(ahead, 'connect')
  // The server has it too.
  expect((await fetch(`http://${hostname}:${port}/health`)).status).toBe(200)
  const ended = once(ahead, 'close')
  await server.close()
  await ended
})
