import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createServer } from '#http/node-http.ts'
import { agentMailApi, type AgentMailInboxes } from './vendors/agent-mail.ts'
import { gitHubApi, type GitHubFiles } from './vendors/github.ts'
import { googleApi, type GoogleChat } from './vendors/google-chat.ts'
import { messagingAppApi, type MessagingApp } from './vendors/messaging-app.ts'
import { notionApi, type NotionPages } from './vendors/notion.ts'
import { slackApi, type SlackWorkspace } from './vendors/slack.ts'
import { telegramApi, type TelegramBot } from './vendors/telegram.ts'
import type { Asked, Said, Vendor } from './vendors/vendor.ts'

/** Everything that the vendors know, each as its own interface shows it. */
export interface StandIn {
  slack: SlackWorkspace
  telegram: TelegramBot
  agentMail: AgentMailInboxes
  google: GoogleChat
  notion: NotionPages
  github: GitHubFiles
  messagingApp: MessagingApp
  close(): Promise<void>
}

/** Credentials of ours at the vendors that are played. */
export const TOKENS = {
  slack: 'xoxb-simulated-token-of-a-bot',
  telegram: '1000001:simulated-token-of-a-bot',
  agentMail: 'am_simulated_key_of_an_account',
  notion: 'ntn_simulated_token',
} as const

/** Plays the vendors at this address of the machine. Answers undefined when somebody is there already. */
export async function openStandIn(
  url: string,
  { keys, secret }: { keys: object[]; secret: string },
): Promise<StandIn | undefined> {
  const standIn: Omit<StandIn, 'close'> = {
    slack: { token: TOKENS.slack, channels: 'any', people: {}, posted: [] },
    telegram: { token: TOKENS.telegram, posted: [], ended: [] },
    agentMail: { apiKey: TOKENS.agentMail, posted: [], letters: {} },
    google: { keys, posted: [] },
    notion: { token: TOKENS.notion, pages: {} },
    github: { files: {} },
    messagingApp: { secret, posted: [] },
  }
  const vendors: Record<string, Vendor> = {
    slack: slackApi(standIn.slack),
    telegram: telegramApi(standIn.telegram),
    agentmail: agentMailApi(standIn.agentMail),
    google: googleApi(standIn.google),
    notion: notionApi(standIn.notion),
    github: gitHubApi(standIn.github),
    app: messagingAppApi(standIn.messagingApp),
  }
  const server = createServer((request, response) => void answer(vendors, request, response))
  try {
    server.listen(Number(new URL(url).port || 80), 'localhost')
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined
    throw error
  }
  return {
    ...standIn,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(
  vendors: Record<string, Vendor>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = await readAsked(request)
  const [, name = '', path = '/'] = /^\/([^/]+)(\/.*)?$/.exec(asked.path) ?? []
  respond(response, vendors[name]?.({ ...asked, path }) ?? { status: 404 })
}

export async function readAsked(request: IncomingMessage): Promise<Asked> {
  const { method = '', url: path = '', headers } = request
  const text = (await buffer(request)).toString()
  const isJson = (headers['content-type'] ?? '').includes('json') && text !== ''
  return { method, path, headers: headers as Record<string, string>, body: isJson ? JSON.parse(text) : text }
}

export function respond(response: ServerResponse, { status = 200, headers = {}, body = {} }: Said): void {
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
