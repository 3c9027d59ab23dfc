import { inTransaction } from '#core/context.ts'
import { closed, Uuid } from '#core/schema.ts'
import { listDeadLettersEverywhere } from '#modules/deliveries/delivery.queries.ts'
import { replayDeadLetterAnywhere } from '#modules/deliveries/delivery.service.ts'
import { createWorkspace } from '#modules/identity/workspace.service.ts'
import { createProperty } from '#modules/properties/property.service.ts'
import { PROPERTIES } from '#src/demo/portfolio.ts'
import { seedDemo } from '#src/demo/seed.ts'
import { checked, Slug, text, WrongCall, type Command } from './command.ts'

const BATCH = 500

export const migrateDatabase: Command = {
  name: 'migrate',
  usage: '',
  summary: 'bring the database up to this version (every start does it too)',
  options: {},
  // Opening the runtime has migrated.
  run: async () => ({ migrated: true }),
}

export const seed: Command = {
  name: 'seed',
  usage: '',
  summary: 'fill an empty installation with the demo',
  options: {},
  async run(ctx, _values, { config }) {
    const seeded = await seedDemo(ctx, { email: config.seedAdminEmail, password: config.seedAdminPassword })
    return seeded ?? { seeded: false, because: 'there is a workspace already' }
  },
}

export const deadLettersList: Command = {
  name: 'dead-letters list',
  usage: '',
  summary: 'list the newest 100 deliveries that failed for good and were not replayed',
  options: {},
  async run(ctx) {
    const { items } = await listDeadLettersEverywhere(ctx.db, { replayed: false, limit: 100 })
    return items.map(({ id, workspaceId, subscriber, type, payload, error, attempts, eventAt, failedAt }) => ({
      id,
      workspaceId,
      subscriber,
      type,
      payload,
      error,
      attempts,
      eventAt,
      failedAt,
    }))
  },
}

export const deadLettersReplay: Command = {
  name: 'dead-letters replay',
  usage: '--id ID',
  summary: 'give a failed delivery another set of tries',
  options: { id: text },
  run: (ctx, { id }) => replayDeadLetterAnywhere(ctx, checked<{ id: string }>(closed({ id: Uuid }), { id }).id),
}

export const benchData: Command = {
  name: 'bench-data',
  usage: '[--workspace bench] [--properties 1000]',
  summary: 'make a workspace full of data to measure with',
  options: { workspace: text, properties: text },
  async run(ctx, { workspace = 'bench', properties = '1000' }) {
    checked(closed({ workspace: Slug }), { workspace })
    const count = Number(properties)
    if (!Number.isInteger(count) || count < 1 || count > 1_000_000)
      throw new WrongCall('--properties must be 1 to 1000000.')
    const workspaceId = await createWorkspace(ctx, {
      id: workspace,
      name: 'Benchmark',
      currency: 'EUR',
      timezone: 'UTC',
    })
    for (let made = 0; made < count; made += BATCH) {
      await inTransaction({ ...ctx, workspaceId }, async (ctx) => {
        for (let index = made; index < Math.min(count, made + BATCH); index++) {
          const model = PROPERTIES[index % PROPERTIES.length]
          if (model)
            await createProperty(ctx, { ...model, name: `${model.name} ${index + 1}`, internalCode: `B-${index + 1}` })
        }
      })
    }
    return { workspaceId, properties: count }
  },
}
