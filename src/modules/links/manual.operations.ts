import { operation } from '#core/operation.ts'
import * as schema from './manual.schema.ts'
import * as manuals from './manual.service.ts'

const { failures } = manuals
const about = { tag: 'Manuals', access: { link: 'manual' }, params: schema.ManualPath } as const

export const readManual = operation({
  ...about,
  id: 'readManual',
  summary: 'Read the manual of a property',
  rest: { method: 'GET', path: '/manual/:doorToken' },
  reply: schema.Manual,
  run: (ctx) => manuals.readManual(ctx),
})

export const openDoor = operation({
  ...about,
  id: 'openDoor',
  summary: 'Open the door',
  rest: { method: 'POST', path: '/manual/:doorToken/open-door' },
  reply: schema.DoorOpened,
  outsideTransaction: true,
  errors: Object.values(failures),
  run: (ctx) => manuals.openDoor(ctx),
})
