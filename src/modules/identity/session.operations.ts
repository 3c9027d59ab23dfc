import { coreFailures } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { Me, Refresh, SessionTokens, SignIn } from './session.schema.ts'
import * as sessions from './session.service.ts'
import * as signIns from './sign-in.service.ts'

export const signIn = operation({
  id: 'signIn',
  summary: 'Sign in with e-mail and password',
  description:
    'Answers an access token for one hour and a refresh token for 30 days. At most 10 tries a minute from a network where the person has signed in before; from all others together 10 at once for each e-mail, then one in 10 seconds, in turn.',
  tag: 'Authentication',
  access: 'public',
  rest: { method: 'POST', path: '/auth/token' },
  body: SignIn,
  reply: SessionTokens,
  ignoresIdempotencyKey: true,
  errors: [coreFailures.invalid_token],
  run: (ctx, input) => signIns.signIn(ctx, input),
})

export const refreshSession = operation({
  id: 'refreshSession',
  summary: 'Exchange a refresh token for new tokens',
  description: 'The refresh token is replaced. Using a replaced one again ends the session.',
  tag: 'Authentication',
  access: 'public',
  rest: { method: 'POST', path: '/auth/refresh' },
  body: Refresh,
  reply: SessionTokens,
  ignoresIdempotencyKey: true,
  errors: [coreFailures.invalid_token],
  run: (ctx, input) => sessions.refresh(ctx, input),
})

export const getMe = operation({
  id: 'getMe',
  summary: 'Read the signed-in user',
  description: 'For session tokens. A workspace API key is refused with 401.',
  tag: 'Authentication',
  access: { credential: 'user' },
  rest: { method: 'GET', path: '/auth/me' },
  reply: Me,
  run: (ctx) => sessions.me(ctx),
})
