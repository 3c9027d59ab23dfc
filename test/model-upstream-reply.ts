import type { ServerResponse } from 'node:http'

/** What the model says next, in place of an echo of what it was told last; what it says that it took, and why it ended. */
export type ModelReply =
  | { text: string; usage?: { prompt_tokens: number; completion_tokens: number }; ended?: 'length' | 'content_filter' }
  | { calls: { name: string; input: object }[] }

export function say(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
