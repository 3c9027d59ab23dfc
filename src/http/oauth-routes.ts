import { Type } from 'typebox'
import type { HostAnswer, HostRoute } from '#core/host-route.ts'
import { CustomFields, oneOf, optional } from '#core/schema.ts'

export const RESOURCE_PATH = 'v1/mcp-server'

/** What the program asked; carried through the forms unchanged. */
const request = {
  response_type: Type.String({ examples: ['code'] }),
  client_id: Type.String({ examples: ['https://client.example/oauth.json'] }),
  redirect_uri: Type.String({ examples: ['https://client.example/callback'] }),
  state: Type.String({ examples: ['af0ifjsldkj'] }),
  scope: Type.String({ examples: ['tasks:read offline_access'] }),
  code_challenge: Type.String({ examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'] }),
  code_challenge_method: Type.String({ examples: ['S256'] }),
  resource: Type.String({ examples: ['https://api.example.com/v1/mcp-server'] }),
}
export const REQUEST_FIELDS = Object.keys(request)

const about = { tag: 'Sign-in of tool clients', proofs: [], failures: [] } as const
const FORM = 'application/x-www-form-urlencoded'
const OAuthError = Type.Object(
  {
    error: Type.String({ examples: ['invalid_request'] }),
    error_description: Type.String({ examples: ['client_id is required.'] }),
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
        step: oneOf(['sign-in', 'allow', 'deny']),
        ...optional({
          ...request,
          email: Type.String({ examples: ['ada@example.com'] }),
          password: Type.String({ examples: ['not-a-real-password'] }),
          proof: Type.String({ examples: ['from-the-page-before'] }),
          workspace: Type.String({ examples: ['seaside-homes'] }),
          access: oneOf(['read', 'write']),
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

const TokenForm = Type.Object({
  grant_type: oneOf(['authorization_code', 'refresh_token']),
  ...optional({
    code: Type.String({ examples: ['a-code'] }),
    redirect_uri: request.redirect_uri,
    code_verifier: Type.String({ examples: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'] }),
    refresh_token: Type.String({ examples: ['a-refresh-token'] }),
    client_id: request.client_id,
    client_secret: Type.String({ examples: ['not-a-real-secret'] }),
    resource: request.resource,
    scope: request.scope,
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
            access_token: Type.String({ examples: ['an-access-token'] }),
            token_type: Type.String({ examples: ['Bearer'] }),
            expires_in: Type.Integer({ examples: [3600] }),
            refresh_token: Type.Optional(Type.String({ examples: ['a-refresh-token'] })),
            scope: Type.String({ examples: ['tasks:read'] }),
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
        token: Type.String({ examples: ['a-refresh-token'] }),
        ...optional({
          token_type_hint: Type.String({ examples: ['refresh_token'] }),
          client_id: request.client_id,
          client_secret: Type.String({ examples: ['not-a-real-secret'] }),
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
