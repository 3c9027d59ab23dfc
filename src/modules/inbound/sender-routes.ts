import { Type, type TSchema } from 'typebox'
import { coreFailures } from '#core/errors.ts'
import { TROUBLE, type HostRoute } from '#core/host-route.ts'
import { closed, CustomFields, oneOf, optional, Uuid, WorkspaceId } from '#core/schema.ts'
import { SENDER_TEXTS, type SenderText } from './sender-texts.ts'
import type { Sender } from './sender.ts'

const WebhookAnswer = Type.Object(
  {
    status: oneOf(['accepted', 'ignored'], { description: '`ignored`: a kind that nothing is done about.' }),
    eventId: Type.String({ ...Uuid, description: 'Ours for the delivery; quote it to support.' }),
    duplicate: Type.Boolean({ description: 'It was here before, and is not seen to again.', examples: [false] }),
  },
  { $id: 'WebhookAnswer' },
)

const PARAMS: Readonly<Record<string, TSchema>> = {
  workspaceId: { ...WorkspaceId, description: 'Id of the workspace.' },
  integrationId: { ...Uuid, description: 'Id of the integration.' },
  toolName: Type.String({ description: 'Name of the tool.', examples: ['create_task'] }),
  setupSecret: Type.String({ description: 'The setup secret of the integration.', examples: ['not-a-real-secret'] }),
}

const FAILURES = [
  coreFailures.invalid_request,
  coreFailures.invalid_json,
  coreFailures.invalid_token,
  coreFailures.body_too_large,
  coreFailures.unsupported_media_type,
  coreFailures.rate_limited,
  ...TROUBLE,
]

/** The address of a sender as the document of the host has it. */
export function routeOfSender({ path }: Pick<Sender, 'path'>): HostRoute {
  const text = SENDER_TEXTS[path]
  if (!text) throw new Error(`the address ${path} needs its words in sender-texts.ts, for the document of the host`)
  const { id, tag = 'Webhooks', summary, description, proofs, headers = {}, query = {}, example } = text
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const params = closed(Object.fromEntries(names.map((name) => [name, PARAMS[name] ?? Type.String()])))
  const json = { schema: CustomFields, example }
  return {
    id,
    method: 'POST',
    path,
    tag,
    summary,
    ...(description !== undefined && { description }),
    proofs,
    params,
    headers: closed(optional(texts(headers))),
    query: closed(optional(texts(query))),
    bodies: bodiesOf(text, json),
    answers: {
      200: { description: text.answer ?? 'Taken; it is seen to in the background.', content: answersOf(text) },
    },
    failures: FAILURES,
  }
}

function texts(described: Readonly<Record<string, string>>): Record<string, ReturnType<typeof Type.String>> {
  return Object.fromEntries(
    Object.entries(described).map(([name, description]) => [name, Type.String({ description, examples: ['…'] })]),
  )
}

function bodiesOf({ form }: SenderText, json: { schema: TSchema; example: object }): HostRoute['bodies'] {
  if (form === undefined) return { 'application/json': json }
  const payload = Type.Object(texts(form.fields))
  const encoded = { 'application/x-www-form-urlencoded': { schema: payload } }
  return form.only === true ? encoded : { 'application/json': json, ...encoded }
}

function answersOf({ replies = [] }: SenderText): NonNullable<HostRoute['answers'][number]['content']> {
  if (replies.length === 0) return { 'application/json': { schema: WebhookAnswer } }
  const own = replies.filter((each) => each !== 'accepted').map(() => CustomFields)
  const schema = replies.includes('accepted') ? Type.Union([WebhookAnswer, ...own]) : CustomFields
  const example = replies.find((each) => each !== 'accepted')
  return { 'application/json': { schema, example } }
}
