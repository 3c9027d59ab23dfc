import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../../test/peer.ts'

const run = promisify(execFile)
const sdk = join(import.meta.dirname, '..')
/** The system's own is the oldest that the client must run on; ours is newer. */
const node = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => existsSync(path)) ?? process.execPath
const consumer = { module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom'], types: [], strict: true, noEmit: true }

test(
  'packed and installed in an empty folder it runs on plain Node, and its types are found',
  { timeout: 120_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'innkeeper-client-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const npm = (cwd: string, ...args: string[]) =>
      run('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd })
    await npm(sdk, 'pack', '--pack-destination', folder)
    const [archive = ''] = await readdir(folder)
    expect(archive).toMatch(/^innkeeper-client-[\d.]+\.tgz$/)
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await npm(folder, 'install', `./${archive}`)
    const installed = join(folder, 'node_modules', '@innkeeper', 'client')
    expect((await readdir(installed)).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
    expect(await readdir(join(folder, 'node_modules', '@innkeeper'))).toEqual(['client'])

    const page = { items: [{ id: 'w', name: 'W' }], pagination: { total: 1, limit: 2, offset: 0, hasMore: false } }
    const { host, seen } = await serve((_, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(page)),
    )
    const program = `
    import { createClient, InnkeeperProblem, isProblem } from '@innkeeper/client'
    const client = createClient({ baseUrl: 'http://${host}', apiKey: 'ink_x' })
    for await (const { name } of client.workspaces.listAll()) console.log(name, isProblem(0), InnkeeperProblem.name)`
    await writeFile(join(folder, 'program.ts'), program)
    await writeFile(join(folder, 'program.mjs'), program)
    expect((await run(node, ['program.mjs'], { cwd: folder })).stdout).toBe('W false InnkeeperProblem\n')
    expect(seen[0]?.headers.authorization).toBe('Bearer ink_x')

    // Most who use it have looser settings than we do: the same must be promised to them.
    const typing = await readFile(join(import.meta.dirname, 'typing.ts'), 'utf8')
    await writeFile(join(folder, 'typing.ts'), typing.replace('../src/client.ts', '@innkeeper/client'))
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: consumer, include: ['program.ts', 'typing.ts'] }),
    )
    await run('tsc', [], { cwd: folder })
  },
)
