/** The load on the ways to a model. Requests to ours are signed, each with a nonce of its own. */
import { createHash, randomUUID } from 'node:crypto'
import { macWith } from '#core/mac.ts'
import { drive } from './connections.ts'

export type Way = 'direct' | 'bare proxy' | 'Portkey' | 'ours'

export interface AiJob {
  way: Way
  url: string
  upstreamUrl: string
  /** The model as this way calls it. */
  model: string
  caller: string
  secret: string
  workspaceId: string
  connections: number
  seconds: number
  /** In which the connections begin one after the other. */
  spreadMillis: number
}

process.on('message', (job: AiJob) => {
  void drive({ ...job, first: 0, nextRequest: requestsOf(job) }).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit())

/** About as long as what people ask: 693 bytes. */
const QUESTION = 'Where is the key, and how do we open the green door when we come after midnight? '.repeat(7).trim()

function requestsOf(job: AiJob): () => string {
  const body = JSON.stringify({ model: job.model, messages: [{ role: 'user', content: QUESTION }] })
  const { host } = new URL(job.url)
  const path = job.way === 'ours' ? '/v1/internal/ai-gateway/completion' : '/v1/chat/completions'
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(job.way === 'Portkey'
      ? ['x-portkey-provider: openai', `x-portkey-custom-host: ${job.upstreamUrl}`, 'authorization: Bearer none']
      : []),
  ].join('\r\n')
  if (job.way !== 'ours') return () => `${head}\r\n\r\n${body}`
  const sign = signer(job, path, createHash('sha256').update(body).digest('hex'))
  return () => `${head}\r\n${sign()}\r\n\r\n${body}`
}

function signer({ caller, secret, workspaceId }: AiJob, path: string, bodyHash: string): () => string {
  const name = 'x-service-ai-gateway'
  const mac = macWith(secret)
  return () => {
    const timestamp = Math.floor(Date.now() / 1000)
    const nonce = randomUUID()
    const text = `AIGW1-HMAC-SHA256\nPOST\n${path}\n\n${timestamp}\n${nonce}\n${caller}\n${workspaceId}\n\n\n${bodyHash}`
    return `${name}-caller: ${caller}\r\n${name}-workspace-id: ${workspaceId}\r\n${name}-timestamp: ${timestamp}\r\n${name}-nonce: ${nonce}\r\n${name}-signature: v1=${mac(text)}`
  }
}
