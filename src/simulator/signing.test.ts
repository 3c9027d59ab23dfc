import { LinearWebhookClient } from '@linear/sdk/webhooks'
import { verifyWebhookSignature } from '@notionhq/client'
import { verify } from '@octokit/webhooks-methods'
import { isValidSlackRequest } from '@slack/bolt'
import { OAuth2Client } from 'google-auth-library'
import { exportSPKI, generateKeyPair } from 'jose'
import { Retell } from 'retell-sdk'
import { Webhook } from 'svix'
import { expect, test } from 'vitest'
import * as signing from './signing.ts'

const SECRET = `whsec_${Buffer.from('a secret of some length').toString('base64')}`
const TEXT = JSON.stringify({ hello: 'wörld', webhookTimestamp: Date.now() })
const OTHER = `${TEXT} `

test('what the simulator signs is genuine to the libraries of the vendors, and nothing else is', async () => {
  const voice = signing.retell(TEXT, SECRET)['x-retell-signature'] ?? ''
  expect([await Retell.verify(TEXT, SECRET, voice), await Retell.verify(OTHER, SECRET, voice)]).toEqual([true, false])

  const headers = signing.slack(TEXT, SECRET) as never
  const isSlack = (body: string): boolean => isValidSlackRequest({ body, signingSecret: SECRET, headers })
  expect([isSlack(TEXT), isSlack(OTHER)]).toEqual([true, false])

  const issue = signing.linear(TEXT, SECRET, 'd-1')['linear-signature'] ?? ''
  const linear = new LinearWebhookClient(SECRET)
  expect(linear.verify(Buffer.from(TEXT), issue)).toBe(true)
  expect(() => linear.verify(Buffer.from(OTHER), issue)).toThrow('Invalid webhook signature')

  const letter = signing.svix(TEXT, SECRET, 'msg_1')
  expect(() => new Webhook(SECRET).verify(TEXT, letter)).not.toThrow()
  expect(() => new Webhook(SECRET).verify(OTHER, letter)).toThrow('No matching signature found')

  const signature = signing.notion(TEXT, SECRET)['x-notion-signature'] ?? ''
  const isNotion = (body: string) => verifyWebhookSignature({ body, signature, verificationToken: SECRET })
  expect([await isNotion(TEXT), await isNotion(OTHER)]).toEqual([true, false])

  const push = signing.github(TEXT, SECRET, { event: 'push', delivery: 'g-1' })['x-hub-signature-256'] ?? ''
  expect([await verify(SECRET, TEXT, push), await verify(SECRET, OTHER, push)]).toEqual([true, false])
})

test('the token of the team chat is genuine to Google’s library', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const { authorization = '' } = await signing.googleChat({ key: privateKey, kid: 'k1' }, '123')
  const certs = { k1: await exportSPKI(publicKey) }
  const issuer = 'chat@system.gserviceaccount.com'
  const check = (project: string) =>
    new OAuth2Client().verifySignedJwtWithCertsAsync(authorization.slice(7), certs, project, [issuer])
  expect((await check('123')).getPayload()?.iss).toBe(issuer)
  await expect(check('456')).rejects.toThrow('audience')
})
