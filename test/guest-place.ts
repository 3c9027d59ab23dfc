import { clientOf, type Answer, type Client } from './client.ts'
import { harness, type Harness, type TestApp } from './harness.ts'

export interface Place extends Harness {
  propertyId: string
  lockId: string
  /** Of the link. */
  id: string
  token: string
  guest: Client
  invite(fields?: object): Promise<{ id: string; token: string; guest: Client; link: Answer['body'] }>
  /** A slow one is waited for so many seconds. */
  behave(behaviour: string, slowSeconds?: number): Promise<unknown>
}

export interface PlaceOptions {
  withLock?: boolean
  /** Of the property. */
  [field: string]: unknown
}

/** A busy machine must not make a lock late that answers; for one that does not nobody waits so long. */
export function timeLock({ runtime }: TestApp, behaviour: string, slowSeconds = 1): void {
  const lockAnswerSeconds = behaviour === 'slow' ? slowSeconds : 20
  Object.assign(runtime.services.settings, { lockAnswerSeconds })
}

/** A property with a simulated lock and a link without a reservation. */
export async function guestPlace(server: TestApp, { withLock = true, ...property }: PlaceOptions = {}): Promise<Place> {
  const here = await harness(server)
  const { asAdmin, app } = here
  const { id: propertyId } = await here.make.property({ name: 'Casa Azul', timezone: 'America/New_York', ...property })
  const lock = withLock
    ? await asAdmin.post('/locks', { propertyId, name: 'Front door', provider: 'simulated' })
    : undefined
  const invite = async (fields: object = {}) => {
    const { body: link } = await asAdmin.post('/door-links', { propertyId, ...fields })
    const token = String(link.url).split('/m/')[1] ?? ''
    return { id: link.id, token, link, guest: clientOf(app, `/api/v1/public/manual/${token}`) }
  }
  const lockId = lock?.body.id
  const behave: Place['behave'] = (behaviour, slowSeconds) => {
    timeLock(server, behaviour, slowSeconds)
    return asAdmin.put(`/locks/${lockId}/simulation`, { behaviour })
  }
  timeLock(server, 'online')
  return { ...here, propertyId, lockId, invite, behave, ...(await invite()) }
}

export async function attemptsIn({ asAdmin, propertyId }: Place): Promise<Answer['body'][]> {
  return (await asAdmin.get(`/door-attempts?propertyId=${propertyId}`)).body.items
}
