import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

import { outboundFor, portOf, reasonOf, serve } from '#test/peer.ts'

import { readText } from './outbound.ts'

test('a redirect changes the method as browsers do, and carries the body only when the method stays', async () => {
  const peer = await serve(async (request, response) => {
    const status = Number(request.url?.slice(1))
    if (status > 0) return void response.writeHead(status, { location: '/end' }).end()
    response.end(`${request.method} ${request.headers['content-type'] ?? '-'} ${await text(request)}`)
  })
  const outbound = outboundFor({ allow: [peer.host] })
  const results: Record<string, string> = {}
  for (const status of [301, 302, 303, 307, 308]) {
    for (const method of ['POST', 'PUT']) {
      const options = { method, body: 'data', headers: { 'content-type': 'text/plain' } }
      const answer = await outbound.request(`http://${peer.host}/${status}`, options)
      expect(answer.url).toBe(`http://${peer.host}/end`)
      results[`${status} ${method}`] = await readText(answer)
    }
  }
  expect(results).toEqual({
    '301 POST': 'GET - ',
    '301 PUT': 'PUT text/plain data',
    '302 POST': 'GET - ',
    '302 PUT': 'PUT text/plain data',
    '303 POST': 'GET - ',
    '303 PUT': 'GET - ',
    '307 POST': 'POST text/plain data',
    '307 PUT': 'PUT text/plain data',
    '308 POST': 'POST text/plain data',
    '308 PUT': 'PUT text/plain data',
  })
  const streamed = { method: 'POST', body: Readable.from(['once']) }
  expect(await reasonOf(outbound.request(`http://${peer.host}/307`, streamed))).toBe('too_many_redirects')
  const seeOther = await outbound.request(`http://${peer.host}/303`, { method: 'POST', body: Readable.from(['once']) })
  expect(await readText(seeOther)).toBe('GET - ')
  const head = await outbound.request(`http://${peer.host}/303`, { method: 'HEAD' })
  expect([head.status, peer.seen.at(-1)?.method]).toEqual([200, 'HEAD'])
})

test('secrets stay with the origin they were meant for', async () => {
  const other = await serve((_request, response) => response.end())
  const peer = await serve((request, response) => {
    const location = request.url === '/same' ? '/end' : request.url === '/away' ? `http://${other.host}/` : undefined
    if (location === undefined) response.end()
    else response.writeHead(302, { location }).end()
  })
  const outbound = outboundFor({ allow: ['127.0.0.1'] })
  const headers = { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Api-Key': 'k', Accept: 'image/*' }
  await readText(await outbound.request(`http://${peer.host}/same`, { headers }))
  const kept = { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k', accept: 'image/*' }
  expect(peer.seen.at(-1)?.headers).toMatchObject(kept)
  await readText(await outbound.request(`http://${peer.host}/away`, { headers }))
  const names = Object.keys(other.seen[0]?.headers ?? {}).filter((name) => name !== 'connection')
  expect(names.toSorted()).toEqual(['accept', 'accept-encoding', 'host', 'user-agent'])
})

test('each redirect is checked like a first request', async () => {
  const inner = await serve((_request, response) => response.end('secret of the machine'))
  const peer = await serve((request, response) => {
    const location = decodeURIComponent(request.url?.slice(1) ?? '')
    response.writeHead(302, { location }).end()
  })
  const outbound = outboundFor({ allow: [peer.host] })
  const locations = [`http://${inner.host}/`, `https://${inner.host}/`, `https://rebind.test:${portOf(inner)}/`]
  locations.push('file:///etc/passwd', `//${inner.host}/`, `https://u:p@${peer.host}/`, 'https://[::1]/')
  for (const location of locations) {
    const request = outbound.request(`http://${peer.host}/${encodeURIComponent(location)}`)
    expect(await reasonOf(request), location).toBe('not_allowed')
  }
  const unreadable = outbound.request(`http://${peer.host}/${encodeURIComponent('https://[broken')}`)
  expect(await reasonOf(unreadable)).toBe('too_many_redirects')
  expect(inner.connections()).toBe(0)
})

test('redirects are followed as often as allowed; with none allowed the redirect is the answer', async () => {
  const peer = await serve((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` })
    response.end('body')
  })
  const outbound = outboundFor({ allow: [peer.host] })
  expect((await outbound.request(`http://${peer.host}/3`)).status).toBe(200)
  expect(await reasonOf(outbound.request(`http://${peer.host}/4`))).toBe('too_many_redirects')
  const plain = await outbound.request(`http://${peer.host}/4`, { redirectsMax: 0 })
  expect(plain).toMatchObject({ status: 302, headers: { location: '/3' } })
  expect(await readText(plain)).toBe('body')
})

test('the body of a redirect is not waited for', async () => {
  const cut = Promise.withResolvers<void>()
  const peer = await serve((request, response) => {
    if (request.url !== '/') return void response.end('arrived')
    response.once('close', () => cut.resolve())
    response.writeHead(302, { location: '/end' }).write('a body without an end')
  })
  expect(await readText(await outboundFor({ allow: [peer.host] }).request(`http://${peer.host}/`))).toBe('arrived')
  await cut.promise
})
