import { newId } from '#core/crypto.ts'
import type { ChatKeys } from './chat-keys.ts'
import { listIn, partIn, until, type Json, type Service } from './service.ts'
import type { Proof } from './signing.ts'
import type { StandIn } from './stand-in.ts'

/** What a scenario works with. */
export interface Stage extends Service {
  standIn: StandIn
  /** Where the outside systems are played. */
  simulatorUrl: string
  keys: ChatKeys
  /** Of the whole installation: what is shown at addresses that belong to no workspace. */
  secret: string
  projectNumber: string
  /** Of every integration that the simulator makes here, in the form that all vendors take. Nobody else knows it. */
  ownSecret: string
  /** A line for the person who watches. */
  say(line: string): void
}

export interface Scenario {
  /** What is typed behind `simulate`. */
  name: string
  summary: string
  play(stage: Stage): Promise<void>
}

/** The integration of the simulator, made at the first time. */
export async function integrationOf(stage: Stage, kind: string, about: Json): Promise<Json> {
  const known = (await stage.list(`/integrations?kind=${kind}&limit=100`)).find(({ name }) => name === NAME)
  if (known) return known
  stage.say(`- an integration of the kind ${kind} is made`)
  return stage.post('/integrations', { kind, name: NAME, ...about })
}
const NAME = 'Simulator'

/** Sends a delivery with its proof and says what the service answered at once. */
export async function send(stage: Stage, path: string, text: string, proof: Proof): Promise<Json> {
  const answer = await stage.deliver(path, text, proof)
  stage.say(`> POST ${path}`)
  stage.say(`< ${short(JSON.stringify(answer))}`)
  return answer
}

/** Waits until the service has seen to a delivery, and says what became of it. */
export async function seen(stage: Stage, { eventId }: Json): Promise<Json> {
  const delivery = await until('outcome of the delivery', async () => {
    const found = await stage.get(`/inbound-deliveries/${String(eventId)}`)
    return found['status'] === 'pending' ? undefined : found
  })
  stage.say(`  ${delivery['status']}: ${delivery['outcome'] ?? delivery['error'] ?? 'nothing to do'}`)
  return delivery
}

/** The newest conversation that came from there, with all that was said in it. */
export async function showConversation(stage: Stage, source: string): Promise<Json> {
  const found = (await stage.list('/conversations?limit=20')).find((each) => each['source'] === source)
  if (!found) return {}
  const thread = await stage.get(`/conversations/${found['id']}/thread`)
  stage.say(`Conversation "${found['subject'] ?? found['contactName']}" (${found['channel']}):`)
  for (const message of listIn(thread, 'messages')) {
    const { text, state } = message
    const sent = state === 'received' ? '' : ` [${state}]`
    for (const [index, line] of String(text).split('\n').entries()) {
      stage.say(`  ${index === 0 ? `${partIn(message, 'author')['name']}${sent}: ` : '  '}${line}`)
    }
  }
  return found
}

export async function showTask(stage: Stage, shortId: unknown): Promise<Json> {
  const task = (await stage.tasks()).find((each) => each['shortId'] === shortId) ?? {}
  const { title, status, priority, source } = task
  stage.say(`Task ${shortId}: ${title}`)
  const place = partIn(task, 'property')['name'] ?? 'no property'
  stage.say(`  ${status}, ${priority}, source ${source}, ${place}`)
  return task
}

/** What the vendor got from us, once it is there. */
export async function showReply<T extends { text: string }>(
  stage: Stage,
  vendor: string,
  posted: readonly T[],
  isMeant: (each: T) => boolean = () => true,
): Promise<T> {
  const reply = await until(`reply at ${vendor}`, () => posted.find(isMeant))
  stage.say(`${vendor} got: ${reply.text.replaceAll('\n', '\n  ')}`)
  return reply
}

export const shortIdIn = (text: unknown): string => /TK-\d+/.exec(String(text))?.[0] ?? ''

export function short(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

/** Something like an id of a vendor, another one each time. */
export const made = (prefix: string): string => `${prefix}${newId().slice(-12)}`
