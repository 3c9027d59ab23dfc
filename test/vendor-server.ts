import type { IncomingMessage, ServerResponse } from 'node:http'
import { readAsked, respond } from '#src/simulator/stand-in.ts'
import type { Asked, Said, Vendor as Api } from '#src/simulator/vendors/vendor.ts'
import { serve } from './peer.ts'

/** Somebody's interface of JSON, there until the test is over. */
export interface Vendor {
  url: string
  asked: Asked[]
  /** Answers that are given in place of the usual ones, in order, also later; `hang up` gives none. */
  next: (Said | 'hang up' | Promise<Said>)[]
}

export async function startVendor(answer: Api): Promise<Vendor> {
  const vendor: Vendor = { url: '', asked: [], next: [] }
  const { host } = await serve((request, response) => void serveVendor(vendor, answer, request, response))
  vendor.url = `http://${host.replace('127.0.0.1', 'localhost')}`
  return vendor
}

async function serveVendor(
  vendor: Vendor,
  answer: Api,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = await readAsked(request)
  vendor.asked.push(asked)
  const said = await (vendor.next.shift() ?? answer(asked))
  if (said === 'hang up') return void request.socket.destroy()
  respond(response, said)
}
