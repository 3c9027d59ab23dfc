import { Type } from 'typebox'
import type { HostAnswer, HostRoute } from '#core/host-route.ts'
import { CustomFields, oneOf, optional } from '#core/schema.ts'

export const RESOURCE_PATH = 'v1/mcp-server'

/** What the program asked; carried through the forms unchanged. */
const request = {
  response_type: Type.String({ description: 'Must be `code`.', examples: ['code'] }),
  client_id: Type.String({
    description: 'From `/register`, or the https address of the program’s own metadata.',
    examples: ['https://client.example/oauth.json'],
  }),
  redirect_uri: Type.String({
    description: 'Where the browser goes back to: one that the program has named.',
    examples: ['https://client.example/callback'],
  }),
  state: Type.String({ description: 'Comes back to the program unchanged.', examples: ['af0ifjsldkj'] }),
  scope: Type.String({
    description: 'Scopes with blanks between them; all that the person may, when none is known.',
    examples: ['tasks:read offline_access'],
  }),
  code_challenge: Type.String({
    description: 'SHA-256 of the `code_verifier`, in Base64 for addresses (RFC 7636). Required.',
    examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  }),
  code_challenge_method: Type.String({ description: 'Must be `S256`.', examples: ['S256'] }),
  resource: Type.String({
    description: 'The address of the tool server, if it is sent at all (RFC 8707).',
    examples: ['https://api.example.com/v1/mcp-server'],
  }),
}
export const REQUEST_FIELDS = Object.keys(request)

const about = { tag: 'Sign-in of tool clients', proofs: [], failures: [] } as const
const FORM = 'application/x-www-form-urlencoded'
const OAuthError = Type.Object(
  {
    error: Type.String({
      description: 'For programs: a code of RFC 6749, 7591 or 8707.',
      examples: ['invalid_request'],
    }),
    error_description: Type.String({ description: 'For people, in English.', examples: ['client_id is required.'] }),
  },
  { $id: 'OAuthError' },
)
const said = (description: string): HostAnswer => ({
  description,
  content: { 'application/json': { schema: OAuthError } },
})
const page = (description: string): HostAnswer => ({
  description,
  content: { 'text/html': { schema: Type.String() } },
})
const given = (description: string): HostAnswer => ({
  description,
  content: { 'application/json': { schema: CustomFields } },
})
const refusals = {
  400: said('The request is not right.'),
  401: said('The program is not known, or does not prove who it is.'),
  429: said('Too many requests.'),
  500: said('This cannot be answered.'),
  503: said('This cannot be answered right now.'),
}

const metadata = (id: string, path: string, summary: string): HostRoute => ({
  ...about,
  id,
  method: 'GET',
  path: `/.well-known/${path}`,
  summary,
  answers: { 200: given('The metadata.'), 429: refusals[429], 500: refusals[500], 503: refusals[503] },
})

export const metadataRoutes = {
  server: metadata('getAuthorizationServer', 'oauth-authorization-server', 'Where programs sign in (RFC 8414)'),
  serverOfTools: metadata(
    'getAuthorizationServerOfTools',
    `oauth-authorization-server/${RESOURCE_PATH}`,
    'The same, asked for by the address of the tool server',
  ),
  resource: metadata('getProtectedResource', 'oauth-protected-resource', 'What the tool server is (RFC 9728)'),
  resourceOfTools: metadata(
    'getProtectedResourceOfTools',
    `oauth-protected-resource/${RESOURCE_PATH}`,
    'The same, asked for by the address of the tool server',
  ),
} as const

const pages = {
  303: { description: 'Back to the program, with a code or an error.', headers: { Location: 'Where to.' } },
  400: page('The request is not right, and there is nowhere to send the browser.'),
  429: page('Too many requests.'),
  500: page('This cannot be answered.'),
  503: page('This cannot be answered right now.'),
}

export const authorizeRoute: HostRoute = {
  ...about,
  id: 'showSignIn',
  method: 'GET',
  path: '/authorize',
  summary: 'Let a person sign in and choose what a program may do',
  query: Type.Object(optional(request)),
  answers: { 200: page('The page to sign in on.'), ...pages },
}

export const decideRoute: HostRoute = {
  ...about,
  id: 'decideSignIn',
  method: 'POST',
  path: '/authorize',
  summary: 'Take what the person filled in on those pages',
  bodies: {
    [FORM]: {
      schema: Type.Object({
        step: oneOf(['sign-in', 'allow', 'deny'], { description: 'Which button was pressed.' }),
        ...optional({
          ...request,
          email: Type.String({ description: 'With `sign-in`.', examples: ['ada@example.com'] }),
          password: Type.String({ description: 'With `sign-in`.', examples: ['not-a-real-password'] }),
          proof: Type.String({
            description: 'With `allow`: from the page before, says who signed in.',
            examples: ['from-the-page-before'],
          }),
          workspace: Type.String({
            description: 'With `allow`: id of the workspace that is opened.',
            examples: ['seaside-homes'],
          }),
          access: oneOf(['read', 'write'], { description: 'With `allow`: anything but `write` means reading only.' }),
        }),
      }),
    },
  },
  answers: {
    200: page('The next page.'),
    401: page('The person is not signed in.'),
    413: page('Too large.'),
    415: page('Not a form.'),
    ...pages,
  },
}

const client_secret = Type.String({
  description: 'Of a program that has one; it may be sent as Basic authentication instead.',
  examples: ['not-a-real-secret'],
})
const TokenForm = Type.Object({
  grant_type: oneOf(['authorization_code', 'refresh_token'], { description: 'What is changed for tokens.' }),
  ...optional({
    code: Type.String({ description: 'That the browser came back with; good once.', examples: ['a-code'] }),
    redirect_uri: request.redirect_uri,
    code_verifier: Type.String({
      description: 'What the `code_challenge` was made of.',
      examples: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
    }),
    refresh_token: Type.String({ description: 'The newest one.', examples: ['a-refresh-token'] }),
    client_id: request.client_id,
    client_secret,
    resource: request.resource,
    scope: Type.String({
      description: 'With `refresh_token` only: fewer of the scopes that were allowed, with blanks between them.',
      examples: ['tasks:read'],
    }),
  }),
})

export const tokenRoute: HostRoute = {
  ...about,
  id: 'issueToken',
  method: 'POST',
  path: '/token',
  summary: 'Change a code or a refresh token for tokens (RFC 6749)',
  bodies: { [FORM]: { schema: TokenForm } },
  answers: {
    200: {
      description: 'The tokens.',
      content: {
        'application/json': {
          schema: Type.Object({
            access_token: Type.String({ description: 'For the tool server alone.', examples: ['an-access-token'] }),
            token_type: Type.String({ description: 'Always `Bearer`.', examples: ['Bearer'] }),
            expires_in: Type.Integer({ description: 'Seconds until the access token expires.', examples: [3600] }),
            refresh_token: Type.Optional(
              Type.String({ description: 'Replaces the one before.', examples: ['a-refresh-token'] }),
            ),
            scope: Type.String({ description: 'What was allowed, with blanks between.', examples: ['tasks:read'] }),
          }),
        },
      },
    },
    413: said('Too large.'),
    415: said('Neither a form nor JSON.'),
    ...refusals,
  },
}

export const registerRoute: HostRoute = {
  ...about,
  id: 'registerClient',
  method: 'POST',
  path: '/register',
  summary: 'Make a program known (RFC 7591)',
  bodies: {
    'application/json': {
      schema: CustomFields,
      example: { client_name: 'Desk helper', redirect_uris: ['https://client.example/callback'] },
    },
  },
  answers: {
    201: given('Known, under the `client_id` in the answer.'),
    413: said('Too large.'),
    415: said('Neither a form nor JSON.'),
    ...refusals,
  },
}

export const revokeRoute: HostRoute = {
  ...about,
  id: 'revokeToken',
  method: 'POST',
  path: '/revoke',
  summary: 'End what a token allows (RFC 7009)',
  bodies: {
    [FORM]: {
      schema: Type.Object({
        token: Type.String({ description: 'An access or refresh token.', examples: ['a-refresh-token'] }),
        ...optional({
          token_type_hint: Type.String({ description: 'Taken and not needed.', examples: ['refresh_token'] }),
          client_id: request.client_id,
          client_secret,
        }),
      }),
    },
  },
  answers: {
    200: given('It allows nothing any more; so it is with one that nobody knew.'),
    413: said('Too large.'),
    415: said('Neither a form nor JSON.'),
    ...refusals,
  },
}
