import type { FastifyInstance } from 'fastify'
import { limitBrowser } from '#http/browser-limit.ts'
import { mountInstalls } from '#http/installs.ts'
import type { Door } from '#http/mount.ts'
import { proveAccount } from '#modules/identity/sign-in.service.ts'
import { beginAs, beginByLink, CHAT_GRANTS, finishChatInstall } from '#modules/installs/chat-install.service.ts'
import { finishToolConnection } from '#modules/installs/tool-connection.service.ts'

/** Where browsers connect chats and tools. */
export function mountInstallDoor(app: FastifyInstance, { pool, services, now, admission }: Door): void {
  mountInstalls(app, {
    pool,
    services,
    now,
    limit: (request, reply) => limitBrowser(admission, request, reply),
    chatGrants: CHAT_GRANTS,
    prove: proveAccount,
    beginByLink,
    beginAs,
    finishChat: finishChatInstall,
    finishTools: finishToolConnection,
  })
}
