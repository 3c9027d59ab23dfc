import { Type, type TObject } from 'typebox'
import type { HostAnswer, HostRoute } from '#core/host-route.ts'
import { closed, CustomFields, oneOf, optional, WorkspaceId } from '#core/schema.ts'
import { GatewayAnswer } from './gateway-answer.schema.ts'
import { ACTOR_KINDS, GATEWAY_ROUTES, type GatewayRoute } from './gateway-caller.schema.ts'
import * as schema from './gateway.schema.ts'

export const GATEWAY_PREFIX = '/v1/internal/ai-gateway'

const name = 'X-Service-AI-Gateway'
const Headers = closed(
  optional({
    [`${name}-Caller`]: Type.String({
      description: 'Name of the caller, where the request is signed.',
      examples: ['main-app'],
    }),
    [`${name}-Workspace-Id`]: { ...WorkspaceId, description: 'For which workspace.' },
    [`${name}-Actor-Kind`]: oneOf(ACTOR_KINDS, { description: 'Who is behind the call.' }),
    [`${name}-Actor-Id`]: Type.String({
      description: 'Which one of them.',
      examples: ['0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'],
    }),
    [`${name}-Timestamp`]: Type.String({ description: 'When it was signed, in seconds.', examples: ['1794700000'] }),
    [`${name}-Nonce`]: Type.String({ description: 'New for every request.', examples: ['5f0c2a1e9b7d4c3a8e6f1b2d'] }),
  }),
)

const Failed = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String({ description: 'For programs: a closed list, see the guide.', examples: ['bad_signature'] }),
        message: Type.String({
          description: 'For people, in English.',
          examples: ['The signature does not fit the request and the caller.'],
        }),
        retryable: Type.Boolean({ description: 'Whether the same request can succeed later.', examples: [false] }),
        details: {
          ...CustomFields,
          description: 'More of it, by code: `errors` with every fault, `missing` settings.',
        },
      },
      { description: 'Why there is no answer.' },
    ),
    request_id: Type.String({
      description: 'Quote it to support.',
      examples: ['3f1c9a52-6a0e-4c7b-9d7e-1f0b5a3c8e21'],
    }),
  },
  { $id: 'GatewayFailure' },
)
const failed = (description: string): HostAnswer => ({
  description,
  content: { 'application/json': { schema: Failed } },
})
const refusals = {
  401: failed('The caller does not prove who it is.'),
  403: failed('The caller may not do that, or not for that workspace.'),
  422: failed('The request is not right.'),
  429: failed('Too many requests, or the budget is used up.'),
  500: failed('This cannot be answered.'),
  503: failed('This cannot be answered right now.'),
}
const ofModels = {
  413: failed('Too large.'),
  415: failed('Not of a type that is taken.'),
  502: failed('The model failed, or did not answer in the form that was asked for.'),
  504: failed('The model did not answer in time.'),
}
const answered: HostAnswer = {
  description: 'What the model said, in fields of the route beside these.',
  headers: { 'x-ai-gateway-overhead-ms': 'Milliseconds that the gateway itself took.' },
  content: { 'application/json': { schema: GatewayAnswer } },
}
const about = {
  tag: 'AI gateway',
  proofs: ['gatewaySignature', 'gatewayToken'],
  headers: Headers,
  failures: [],
} as const

const gatewayHealthRoute: HostRoute = {
  ...about,
  id: 'getGatewayHealth',
  method: 'GET',
  path: `${GATEWAY_PREFIX}/health`,
  summary: 'See whether a caller is let in, without using a model',
  answers: {
    200: {
      description: 'It is let in.',
      content: {
        'application/json': {
          schema: Type.Record(Type.String(), Type.String()),
          example: {
            status: 'ok',
            auth: 'hmac',
            caller: 'main-app',
            workspace_id: 'seaside-homes',
            mode: 'configured',
          },
        },
      },
    },
    ...refusals,
  },
}

const ROUTES: Readonly<Record<GatewayRoute, { id: string; summary: string; body: TObject; example: object }>> = {
  completion: {
    id: 'completeText',
    summary: 'Ask a language model',
    body: schema.CompletionRequest,
    example: { prompt: 'Say hello to a guest.' },
  },
  'completion/translation': {
    id: 'translateText',
    summary: 'Translate a text',
    body: schema.TranslationRequest,
    example: { text: 'The key is in the box.', target_language: 'pt-PT' },
  },
  structured: {
    id: 'completeStructure',
    summary: 'Ask a language model for an answer of a given form',
    body: schema.StructuredRequest,
    example: {
      prompt: 'How urgent is a leak?',
      schema: { type: 'object', properties: { priority: { type: 'string' } } },
    },
  },
  'structured/inbox-classification': {
    id: 'classifyInbox',
    summary: 'Say what a message of a guest is about',
    body: schema.InboxRequest,
    example: { prompt: 'The heating is cold.' },
  },
  'structured/fast-analysis': {
    id: 'analyseFast',
    summary: 'The same as structured within a short time',
    body: schema.FastRequest,
    example: { prompt: 'Is this urgent? The heating is cold.', schema: { type: 'object' }, deadline_ms: 1500 },
  },
  embeddings: {
    id: 'embedTexts',
    summary: 'Turn texts into vectors',
    body: schema.EmbeddingRequest,
    example: { input: ['late check-out'] },
  },
  transcriptions: {
    id: 'transcribeAudio',
    summary: 'Write down what is said in a recording',
    body: schema.TranscriptionRequest,
    example: { audio: { url: 'https://files.example.com/call.wav' } },
  },
  images: {
    id: 'makeImages',
    summary: 'Make images',
    body: schema.ImageRequest,
    example: { prompt: 'A villa by the sea, watercolour' },
  },
}

export const gatewayRoutes: readonly HostRoute[] = [
  gatewayHealthRoute,
  ...GATEWAY_ROUTES.map((route): HostRoute => {
    const { id, summary, body, example } = ROUTES[route]
    const form = {
      'multipart/form-data': {
        schema: Type.Object({
          ...schema.TranscriptionForm.properties,
          file: Type.String({
            contentMediaType: 'application/octet-stream',
            description: 'The recording: at most 25 MB and two hours.',
          }),
        }),
      },
    }
    return {
      ...about,
      id,
      method: 'POST',
      path: `${GATEWAY_PREFIX}/${route}`,
      summary,
      bodies: { 'application/json': { schema: body, example }, ...(route === 'transcriptions' && form) },
      answers: {
        200: answered,
        ...refusals,
        ...ofModels,
      },
    }
  }),
]
