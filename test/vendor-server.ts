import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Asked, Said, Vendor as Api } from '#src/simulator/vendors/vendor.ts'
import { serve } from './peer.ts'

/** Somebody's interface of JSON, there until the test is over. */
export interface Vendor {
  url: string
  asked: Asked[]
  /** Answers that are given in place of the usual ones, in order; `hang up` gives none. */
  next: (Said | 'hang up')[]
}

export async function startVendor(answer: Api): Promise<Vendor> {
  const vendor: Vendor = { url: '', asked: [], next: [] }
  const { host } = await serve((request, response) => void respond(vendor, answer, request, response))
  vendor.url = `http://${host.replace('127.0.0.1', 'localhost')}`
  return vendor
}

async function respond(vendor: Vendor, answer: Api, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url: path = '', headers } = request
  const text = (await buffer(request)).toString()
  const isJson = (headers['content-type'] ?? '').includes('json') && text !== ''
  const asked = { method, path, headers: headers as Record<string, string>, body: isJson ? JSON.parse(text) : text }
  vendor.asked.push(asked)
  const said = vendor.next.shift() ?? answer(asked)
  if (said === 'hang up') return void request.socket.destroy()
  const { status = 200, headers: more = {}, body = {} } = said
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...more })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
