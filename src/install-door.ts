import type { FastifyInstance } from 'fastify'
import { limitBrowser } from '#http/browser-limit.ts'
import { mountInstalls } from '#http/installs.ts'
import type { Door } from '#http/mount.ts'
import { reachOf } from '#modules/agents/reach.service.ts'
import { proveAccount } from '#modules/identity/sign-in.service.ts'
import {
  agentByLink,
  beginAs,
  beginByLink,
  CHAT_GRANTS,
  finishChatInstall,
} from '#modules/installs/chat-install.service.ts'
import { finishToolConnection } from '#modules/installs/tool-connection.service.ts'
import { tools } from './catalogue.ts'

/** Where browsers connect chats and tools. */
export function mountInstallDoor(app: FastifyInstance, { pool, services, now, admission }: Door): void {
  mountInstalls(app, {
    pool,
    services,
    now,
    limit: (request, reply) => limitBrowser(admission, request, reply),
    chatGrants: CHAT_GRANTS,
    prove: proveAccount,
    async readReach(ctx, asked, link) {
      const { name: agentName, tools: names } = await agentByLink(ctx, asked, link)
      // The company's own chat has only members and strangers.
      const theirs = reachOf(tools, names).items.filter(({ audience }) => audience === 'stranger')
      return { agentName, strangers: theirs.map(({ says }) => says) }
    },
    beginByLink,
    beginAs,
    finishChat: finishChatInstall,
    finishTools: finishToolConnection,
  })
}
