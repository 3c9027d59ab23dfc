import type { ServerResponse } from 'node:http'

/** What the model says next, in place of an echo of what it was told last, why it ends, and what it says that it took. */
export type ModelReply =
  | {
      text: string
      finish?: 'length' | 'content_filter'
      refusal?: string
      usage?: { prompt_tokens: number; completion_tokens: number }
    }
  | { calls: { name: string; input: object }[] }

export function say(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
