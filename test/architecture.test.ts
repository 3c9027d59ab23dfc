import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { describeViolation, RULES, type Violation, violationsIn } from './architecture.ts'

const root = join(import.meta.dirname, '..')

function sourceFiles(): Map<string, string> {
  const folders = ['src', 'web', 'sdk/src', 'sdk/generator'].filter((name) => existsSync(join(root, name)))
  const entries = folders.flatMap((name) => readdirSync(join(root, name), { recursive: true, withFileTypes: true }))
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules'))
  return new Map(paths.map((path) => [relative(root, path), readFileSync(path, 'utf8')]))
}

test('every source file keeps the rules', () => {
  const files = sourceFiles()
  for (const path of ['src/core/operation.ts', 'src/main.mjs', 'sdk/src/client.ts'])
    expect([...files.keys()]).toContain(path)
  expect(violationsIn(files).map(describeViolation)).toEqual([])
})

const service = 'src/modules/tasks/task.service.ts'
const rules = 'src/modules/tasks/task.rules.ts'
const schema = 'src/modules/tasks/task.schema.ts'
const queries = 'src/modules/tasks/task.queries.ts'
const operations = 'src/modules/tasks/task.operations.ts'

/** Ways to break each rule: the proof that the test above can fail. */
const breaches: [rule: Violation['rule'], path: string, text: string][] = [
  ['file name', 'src/core/utils.ts', ''],
  ['file name', 'src/modules/tasks/task-helpers.ts', ''],
  ['file name', 'src/modules/tasks/types.schema.ts', ''],
  ['file size', 'src/core/long.ts', 'x\n'.repeat(401)],
  ['known place', 'src/lib/x.ts', ''],
  ['known place', 'src/server.ts', ''],
  ['known place', 'src/modules/unheard-of/x.ts', ''],
  ['known place', 'src/modules/tasks.ts', ''],
  ['known place', 'src/modules/tasks/task.repository.ts', ''],
  ['readable import', 'src/core/x.ts', "import { a /* from b */ } from './b.ts'"],
  ['readable import', 'src/core/x.ts', 'await import(name)'],
  ['import style', service, "import { x } from '../../core/errors.ts'"],
  ['import style', service, "import { x } from '#modules/tasks/task.queries.ts'"],
  ['no barrels', 'src/modules/tasks/index.ts', ''],
  ['no barrels', service, "export * from './task.queries.ts'"],
  ['core imports', 'src/core/x.ts', "import type { Task } from '#modules/tasks/task.schema.ts'"],
  ['core imports', 'src/core/x.ts', "import { mount } from '#http/mount.ts'"],
  ['core imports', 'src/core/x.ts', "import { app } from '#src/app.ts'"],
  ['core imports', 'src/core/x.ts', "const { tools } = await import('#src/mcp/tools.ts')"],
  ['core imports', 'src/core/x.ts', "import '#http/mount.ts'"],
  ['core imports', 'src/core/x.ts', "export { mount } from '#http/mount.ts'"],
  ['core imports', 'src/core/x.ts', "import {\n  a,\n  type B,\n} from '#http/mount.ts'"],
  ['core imports', 'src/core/x.ts', "import { start } from '#test/harness.ts'"],
  ['door imports', 'src/http/x.ts', "import { createTask } from '#modules/tasks/task.operations.ts'"],
  ['door imports', 'src/http/x.ts', "import { tools } from '#src/mcp/tools.ts'"],
  ['door imports', 'src/mcp/x.ts', "import { mount } from '#http/mount.ts'"],
  ['named importers', service, "import { Ajv2020 } from 'ajv/dist/2020.js'"],
  ['named importers', 'src/mcp/x.ts', "const { Ajv } = await import('ajv')"],
  ['named importers', 'src/modules/workflows/x-thread.ts', "import { parentPort } from 'node:worker_threads'"],
  ['named importers', service, "import { runInNewContext } from 'vm'"],
  ['schema imports', schema, "import { sql } from '#core/sql.ts'"],
  ['schema imports', schema, "import { x } from './task.queries.ts'"],
  ['schema imports', schema, "import { Lock } from '#modules/locks/lock.schema.ts'"],
  ['schema imports', schema, "import { createHash } from 'node:crypto'"],
  ['rules imports', rules, "import { x } from './task.service.ts'"],
  ['rules imports', rules, "import { fail } from '#core/errors.ts'"],
  ['queries imports', queries, "import { Property } from '#modules/properties/property.schema.ts'"],
  ['queries imports', queries, "import { canComplete } from './task.rules.ts'"],
  ['queries imports', queries, "import pg from 'pg'"],
  ['service imports', service, "import { openDoor } from '#modules/locks/lock.service.ts'"],
  ['service imports', service, "import { Lock } from '#modules/locks/lock.schema.ts'"],
  ['service imports', service, "import { find } from '#modules/properties/property.queries.ts'"],
  ['service imports', service, "import { price } from '#modules/properties/price.ts'"],
  ['service imports', service, "import { createTask } from './task.operations.ts'"],
  ['service imports', 'src/modules/tasks/visit.ts', "import { openDoor } from '#modules/locks/lock.service.ts'"],
  ['operations imports', operations, "import { x } from '#modules/properties/property.service.ts'"],
  ['operations imports', operations, "import { canComplete } from './task.rules.ts'"],
  ['operations imports', operations, "import { readFile } from 'node:fs/promises'"],
  ['tools imports', 'src/modules/tasks/task.tools.ts', "import { x } from './task.service.ts'"],
  ['config imports', 'src/config.ts', "import { createTask } from '#modules/tasks/task.service.ts'"],
  ['config imports', service, "import { config } from '#src/config.ts'"],
  ['web imports', 'web/src/page.tsx', "import { Task } from '../../src/modules/tasks/task.schema.ts'"],
  ['web imports', 'web/src/page.tsx', "import type { Task } from '../../src/modules/tasks/task.service.ts'"],
  ['client imports', 'sdk/src/send.ts', "import { randomUUID } from 'node:crypto'"],
  ['client imports', 'sdk/src/send.ts', "import type { Task } from '../../src/modules/tasks/task.schema.ts'"],
  ['client imports', 'sdk/src/send.ts', "import { methodsOf } from '../generator/methods.ts'"],
  ['generator imports', 'sdk/generator/methods.ts', "import { publicApi } from '../../src/app.ts'"],
  ['no sql in operations', operations, 'run: (ctx) => many(ctx.db, sql`select 1`)'],
  ['environment', 'src/core/x.ts', 'const port = process.env.PORT'],
  ['environment', 'src/main.mjs', "const { PORT } = process['env']"],
  ['environment', 'src/main.mjs', "import { env } from 'node:process'"],
  ['pure rules', rules, 'const now = Date.now()'],
  ['pure rules', rules, 'const now = new Date()'],
  ['pure rules', rules, 'const chance = Math.random()'],
]

test.for(breaches)('the rule "%s" is enforced: %s (%#)', ([rule, path, text]) => {
  const found = violationsIn(new Map([[path, text]]))
  expect(found.map((violation) => violation.rule)).toContain(rule)
  expect(found.map(describeViolation).join('\n')).toContain(RULES[rule])
})

test('every rule has a breach that proves it', () => {
  expect([...new Set(breaches.map(([rule]) => rule))].toSorted()).toEqual(Object.keys(RULES).toSorted())
})

const lawful: [path: string, text: string][] = [
  [
    'src/app.ts',
    "import { createTask } from '#modules/tasks/task.operations.ts'\nimport { mount } from '#http/mount.ts'",
  ],
  ['src/config.ts', "import type { Settings } from '#core/storage.ts'\nexport const config = process.env['PORT']"],
  ['src/core/x.ts', "import { a } from './a.ts'\nimport pg, { type Pool } from 'pg'\nimport * as fs from 'node:fs'"],
  [
    'src/http/x.ts',
    "import Fastify from 'fastify'\nimport { a } from '#core/errors.ts'\nimport { b } from './mount.ts'",
  ],
  [schema, "import { Type } from 'typebox'\nimport { Property } from '#modules/properties/property.schema.ts'"],
  [rules, "import type { Task } from './task.schema.ts'\nexport const due = (now: string) => new Date(now)"],
  [
    queries,
    "import { sql } from '#core/sql.ts'\nimport type { Task } from './task.schema.ts'\nexport const q = sql`select 1`",
  ],
  [service, "import { find } from './task.queries.ts'\nimport { x } from '#modules/properties/property.service.ts'"],
  [operations, "import { operation } from '#core/operation.ts'\nimport { createTask } from './task.service.ts'"],
  ['src/modules/locks/seam.ts', "import { Seam } from 'seam'\nimport { x } from '#modules/tasks/task.service.ts'"],
  ['src/core/x.test.ts', "import { start } from '#test/harness.ts'\nconst url = process.env['TEST_DATABASE_URL']"],
  [
    'web/src/page.tsx',
    "import type { Task } from '../../src/modules/tasks/task.schema.ts'\nimport { a } from '../a.ts'",
  ],
  ['src/core/full.ts', 'x\n'.repeat(400)],
]

test.for(lawful)('what keeps the rules passes: %s', ([path, text]) => {
  expect(violationsIn(new Map([[path, text]])).map(describeViolation)).toEqual([])
})
