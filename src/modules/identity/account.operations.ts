import { operation } from '#core/operation.ts'
import { Deleted } from '#core/schema.ts'
import { MyWorkspacePage, MyWorkspaceQuery, PasswordChange, PasswordChanged } from './account.schema.ts'
import * as account from './account.service.ts'
import * as passwords from './password.service.ts'

export const changePassword = operation({
  id: 'changePassword',
  summary: 'Change your own password',
  description:
    'Ends your other sessions, and what programs were allowed for you. At most 10 tries a minute. The new one has at least 10 characters and is not a common one. An older, shorter password keeps working until it is changed.',
  tag: 'Account',
  access: { credential: 'user' },
  rest: { method: 'POST', path: '/me/password' },
  body: PasswordChange,
  reply: PasswordChanged,
  ignoresIdempotencyKey: true,
  settlesCredentials: true,
  errors: [account.failures.wrong_password, ...Object.values(passwords.failures)],
  run: (ctx, input) => account.changePassword(ctx, input),
})

export const signOut = operation({
  id: 'signOut',
  summary: 'End the current session',
  tag: 'Account',
  access: { credential: 'user' },
  rest: { method: 'DELETE', path: '/me/session' },
  reply: Deleted,
  settlesCredentials: true,
  run: (ctx) => account.signOut(ctx),
})

export const listMyWorkspaces = operation({
  id: 'listMyWorkspaces',
  summary: 'List the workspaces you are a member of, with your role',
  tag: 'Account',
  access: { credential: 'user' },
  rest: { method: 'GET', path: '/me/workspaces' },
  query: MyWorkspaceQuery,
  reply: MyWorkspacePage,
  run: (ctx, query) => account.listMyWorkspaces(ctx, query),
})
