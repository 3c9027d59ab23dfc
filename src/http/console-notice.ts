import type { FastifyInstance } from 'fastify'
import { page, policyFor } from './small-page.ts'

const NOTICE = page(
  'Not here yet',
  `<h1>This page is not here yet</h1>
<p>The link is right, but the console that it leads to is not part of this version of Innkeeper yet.</p>
<p>Nothing is lost: your tasks, notifications and what you want to hear of are reachable through the API, and tasks also through an assistant that is connected to Innkeeper. Whoever runs Innkeeper for you can help.</p>
<p><a href="/public-docs">How the API is used</a></p>`,
)

/** Mails and connected systems link to tasks in the console. Until it is there, whoever follows them is told so. */
export function mountConsoleNotice(app: FastifyInstance): void {
  app.get('/w/*', async (_request, reply) =>
    reply
      .headers({
        'content-security-policy': policyFor(undefined),
        // The same address is to show the console as soon as there is one.
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      .type('text/html; charset=utf-8')
      .send(NOTICE),
  )
}
