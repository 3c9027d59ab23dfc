import { forgetKeys, keepKeys, resealAll } from '#core/reseal.ts'
import { durableProofs, sealedPlaces } from '#src/sealed-places.ts'
import type { Command } from './command.ts'

export const secretsReseal: Command = {
  name: 'secrets reseal',
  usage: '',
  summary: 'put what is sealed under JWT_SECRET_PREVIOUS under JWT_SECRET; says what is left of each table',
  options: {},
  async run({ db, now, services }) {
    // First: what is broken off after this has lost nothing.
    await keepKeys(db, services.signer, durableProofs, now)
    const done = await resealAll(db, services.signer, sealedPlaces)
    return done.filter(({ resealed, left }) => resealed + left > 0)
  },
}

export const secretsForget: Command = {
  name: 'secrets forget',
  usage: '',
  summary:
    'what was signed under secrets that are set no more is void: addresses of photos, sessions (restart the nodes)',
  options: {},
  run: async ({ db }) => ({ forgotten: await forgetKeys(db) }),
}
