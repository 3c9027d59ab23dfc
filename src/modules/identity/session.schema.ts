import { Type, type Static } from 'typebox'
import { closed, CreatedAt, DateTime, Email, Id, Nullable, oneOf } from '#core/schema.ts'

const ADA = {
  id: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90',
  email: 'ada@example.com',
  fullName: 'Ada Marino',
  avatarUrl: null,
  createdAt: '2026-01-12T08:00:00.000Z',
  lastSignInAt: '2026-11-15T09:30:00.000Z',
}

export const AuthUser = Type.Object(
  {
    id: Id,
    email: Type.String({ ...Email, description: 'What the person signs in with, in any case.' }),
    fullName: Type.String({ description: 'As the account has it.' }),
    avatarUrl: Nullable(Type.String(), { description: 'null: there is no picture.' }),
    createdAt: CreatedAt,
    lastSignInAt: Type.String({ ...DateTime, description: 'In UTC; `createdAt` before the first sign-in.' }),
  },
  { $id: 'AuthUser', description: 'The person whose session it is.', examples: [ADA] },
)
export type AuthUser = Static<typeof AuthUser>

export const SessionTokens = Type.Object(
  {
    accessToken: Type.String({ description: 'Send it as `Authorization: Bearer …`.' }),
    refreshToken: Type.String({ description: 'Good for one use: every refresh answers with a new one.' }),
    tokenType: oneOf(['bearer'], { description: 'How to send the access token.' }),
    expiresIn: Type.Integer({ description: 'Seconds until the access token expires.' }),
    expiresAt: Type.String({ ...DateTime, description: 'When the access token expires, in UTC.' }),
    user: AuthUser,
  },
  {
    $id: 'SessionTokens',
    examples: [
      {
        accessToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTk4In0.c2ln',
        refreshToken: 'inr_0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90.1.cHJvb2Y',
        tokenType: 'bearer',
        expiresIn: 3600,
        expiresAt: '2026-11-15T10:30:00.000Z',
        user: ADA,
      },
    ],
  },
)
export type SessionTokens = Static<typeof SessionTokens>

export const SignIn = closed(
  {
    email: Type.String({ minLength: 1, maxLength: 254, description: 'Of an existing account, in any case.' }),
    password: Type.String({ minLength: 1, maxLength: 1000, description: 'As it was set: every character counts.' }),
  },
  { $id: 'SignIn', examples: [{ email: 'ada@example.com', password: 'correct horse battery staple' }] },
)

export const Refresh = closed(
  {
    refreshToken: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'The newest one: to use an older one again ends the session.',
    }),
  },
  { $id: 'Refresh', examples: [{ refreshToken: 'inr_0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90.1.cHJvb2Y' }] },
)

export const Me = Type.Object({ user: AuthUser }, { $id: 'Me', examples: [{ user: ADA }] })
