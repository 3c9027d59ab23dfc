import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { clientOf } from '#test/client.ts'
import { harness } from '#test/harness.ts'

test('who follows a link of a mail is told kindly that the console is not there yet', async () => {
  const { app, workspaceId } = await harness()
  const { get, send } = clientOf(app, '')
  const task = `/w/${workspaceId}/tasks/0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90`
  const { status, headers, body } = await get(task)
  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(body).toContain('not part of this version')
  expect(body).toContain('href="/public-docs"')
  expect(body).not.toMatch(/<script|style=/)
  const style = /<style>(?<css>[^<]*)<\/style>/.exec(body)?.groups?.css ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
  for (const other of [`/w/${workspaceId}/notifications/preferences`, '/w/%3Cscript%3Ealert(1)%3C/script%3E?q=<b>']) {
    expect(await get(other)).toMatchObject({ status: 200, body })
  }
  expect(await send('POST', task)).toMatchObject({ status: 405, headers: { allow: expect.stringContaining('GET') } })
})
