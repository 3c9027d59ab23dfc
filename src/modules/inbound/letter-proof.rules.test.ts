import { expect, test } from 'vitest'
import { voucherOf } from './letter-proof.ts'

const OURS = 'mx.mail.test; spf=pass smtp.mailfrom=guest.example; dkim=pass header.d=guest.example'

const letter = (result: unknown, more: object = {}) => ({
  from: 'Ana <ana@guest.example>',
  labels: ['received'],
  headers: { 'Authentication-Results': result },
  ...more,
})

test('a server vouches for a letter whose From domain has signed it', () => {
  for (const [result, more] of [
    [OURS, {}],
    ['MX.Mail.test 1; dkim=pass (2048-bit key) header.i=@guest.example header.s=a', {}],
    ['mx.mail.test; dkim=fail header.d=list.example; dkim=pass header.d=guest.example', {}],
    ['mx.mail.test; dkim=pass header.d=guest.example', { from: 'ana@mail.guest.example' }],
    [[OURS], {}],
  ] as const) {
    expect([result, voucherOf(letter(result, more))]).toEqual([result, 'mx.mail.test'])
  }
})

test('nobody vouches for a letter that says so itself, twice, of another domain, or in a comment', () => {
  for (const [result, more] of [
    [undefined, {}],
    ['', {}],
    ['mx.mail.test; spf=pass; dmarc=pass header.from=guest.example', {}],
    ['mx.mail.test; dkim=pass header.d=evil.example', {}],
    ['mx.mail.test; dkim=pass header.d=evil.guest.example', {}],
    ['mx.mail.test; dkim=pass header.d=evilguest.example', {}],
    ['mx.mail.test; dkim=pass header.d=example', {}],
    ['mx.mail.test; dkim=pass header.d=guest.example header.i=@evil.example', {}],
    ['mx.mail.test; dkim=none (dkim=pass header.d=guest.example)', {}],
    ['mx.mail.test; dkim=fail reason="; dkim=pass header.d=guest.example"', {}],
    ['mx.mail.test (; dkim=pass header.d=guest.example', {}],
    [[OURS, OURS], {}],
    [OURS, { headers: { 'Authentication-Results': OURS, 'authentication-results': OURS } }],
    [OURS, { labels: ['received', 'unauthenticated'] }],
    [OURS, { labels: ['Spam'] }],
    [OURS, { reply_to: 'eve@evil.example' }],
    [OURS, { from: 'no address' }],
    ['x'.repeat(100_000), {}],
  ] as const) {
    expect([result, more, voucherOf(letter(result, more))]).toEqual([result, more, undefined])
  }
})
