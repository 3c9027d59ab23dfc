import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commanded, type Commanded } from './commanded.ts'
import { backend } from './database.ts'
import { newInstallation, PUBLIC, signIn, type Installation } from './installation.ts'
import { startMailServer } from './mail-server.ts'
import { launch, patiently, startServer, type Ending } from './process.ts'

const DEAD_LETTER = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)

let installation: Installation
/** Most commands prove no more on the embedded database, where each opens the folder anew. */
const isServer = backend === 'postgres'

beforeAll(async () => {
  installation = await newInstallation({}, { isBare: true })
})

afterAll(async () => {
  await installation.remove()
})

/** As somebody types it. */
const typed = (...words: string[]): Promise<Ending> => launch(['src/cli.mjs', ...words], installation.settings).ended

const cli = (...words: string[]): Promise<Commanded> => commanded(words, installation.settings)

/** What a script reads: the answer is all there is on standard output. */
const answerOf = async (...words: string[]) => answerIn(words, await cli(...words, '--json'))

function answerIn(words: string[], { code, stdout, stderr }: Commanded) {
  expect([code, stderr], words.join(' ')).toEqual([0, ''])
  return JSON.parse(stdout)
}

async function textOf(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await cli(...words)
  expect([code, stderr], words.join(' ')).toEqual([0, ''])
  return stdout
}

describe('with --json', patiently, () => {
  let demo: { apiKey: string }
  let key: { keyId: string; value: string }

  test('seed fills an empty installation, and only that', async () => {
    demo = answerIn(['seed'], await typed('seed', '--json'))
    expect(demo).toEqual({
      workspaceId: 'seaside-homes',
      adminEmail: installation.settings.SEED_ADMIN_EMAIL,
      adminPassword: installation.settings.SEED_ADMIN_PASSWORD,
      apiKey: expect.stringMatching(/^ink_srv_/),
      technicianUrl: expect.stringMatching(/\/t\/[\w-]{32}$/),
      guestUrl: expect.stringMatching(/\/m\/[\w-]{36}$/),
    })
    expect(await answerOf('seed')).toMatchObject({ seeded: false })
  })

  test.runIf(isServer)('migrate', async () => {
    expect(await answerOf('migrate')).toEqual({ migrated: true })
  })

  test('workspace create, user create', async () => {
    expect(await answerOf('workspace', 'create', '--id', 'acme', '--name', 'Acme')).toEqual({ workspaceId: 'acme' })
    const person = ['--email', 'ann@example.com', '--name', 'Ann', '--password', 'ann-has-a-password']
    expect(await answerOf('user', 'create', ...person, '--workspace', 'acme', '--role', 'manager')).toEqual({
      userId: UUID,
      email: 'ann@example.com',
      password: 'ann-has-a-password',
      membershipId: UUID,
      role: 'manager',
    })
  })

  test.runIf(isServer)('member add: with an account, and without', async () => {
    await answerOf('workspace', 'create', '--id', 'second', '--name', 'Second')
    const add = (workspace: string, email: string) => ['member', 'add', '--workspace', workspace, '--email', email]
    const ann = await answerOf(...add('second', 'ann@example.com'), '--role', 'admin')
    const about = { email: 'ann@example.com', name: 'Ann', role: 'admin', temporaryPassword: null }
    expect(ann).toEqual({ membershipId: UUID, userId: UUID, ...about })
    const bea = await answerOf(...add('second', 'bea@example.com'), '--name', 'Bea')
    expect(bea).toMatchObject({ name: 'Bea', role: 'member', temporaryPassword: expect.stringMatching(/^\S{16}$/) })

    // Other workspaces know nothing about the account until the operator vouches for it.
    const unverified = await cli(...add('acme', 'bea@example.com'))
    expect([unverified.code, unverified.stderr]).toEqual([1, expect.stringContaining('--name: This is required')])
    await answerOf('user', 'verify', '--email', 'bea@example.com')
    expect(await answerOf(...add('acme', 'bea@example.com'))).toMatchObject({ userId: bea.userId, name: 'Bea' })
  })

  test('key create, list, revoke', async () => {
    const wanted = ['--name', 'Export', '--scopes', 'properties:read, users:read', '--type', 'restricted']
    key = await answerOf('key', 'create', '--workspace', 'acme', ...wanted)
    expect(key).toEqual({ keyId: UUID, value: expect.stringMatching(/^ink_rst_/) })
    const revoked = await answerOf('key', 'revoke', '--workspace', 'acme', '--key', key.keyId)
    expect(revoked).toEqual({ id: key.keyId, deleted: true, deletedAt: expect.any(String) })
    expect(await answerOf('key', 'list', '--workspace', 'acme')).toEqual([
      {
        id: key.keyId,
        name: 'Export',
        integrationType: 'restricted',
        scopes: ['properties:read', 'users:read'],
        lastUsedAt: null,
        expiresAt: null,
        revokedAt: revoked.deletedAt,
      },
    ])
  })

  test.runIf(isServer)('dead-letters list, replay', async () => {
    await installation.rows(
      `insert into dead_letters (workspace_id, id, subscriber, type, payload, error, attempts, event_at, failed_at)
       values ('acme', $1, 'nobody', 'property.created', '{"propertyId":"x"}', 'It failed.', 5, now(), now())`,
      [DEAD_LETTER],
    )
    expect(await answerOf('dead-letters', 'list')).toEqual([
      {
        id: DEAD_LETTER,
        workspaceId: 'acme',
        subscriber: 'nobody',
        type: 'property.created',
        payload: { propertyId: 'x' },
        error: 'It failed.',
        attempts: 5,
        eventAt: expect.any(String),
        failedAt: expect.any(String),
      },
    ])
    const replayed = await answerOf('dead-letters', 'replay', '--id', DEAD_LETTER)
    expect(replayed).toMatchObject({ id: DEAD_LETTER, replayedAt: expect.any(String) })
  })

  test.runIf(isServer)('bench-data', async () => {
    const answer = await answerOf('bench-data', '--workspace', 'bench-1', '--properties', '7')
    expect(answer).toEqual({ workspaceId: 'bench-1', properties: 7 })
    const made = await installation.rows(
      `select (select count(*)::int from properties where workspace_id = 'bench-1') as properties,
         (select count(*)::int from outbox where subscriber = 'nobody' and type = 'property.created') as replays`,
    )
    expect(made).toEqual([{ properties: 7, replays: 1 }])
  })

  test.runIf(isServer)('mail test', async () => {
    const server = await startMailServer()
    const { host, port } = server.settings
    const mail = { SMTP_URL: `smtp://${host}:${port}`, MAIL_FROM: 'Acme <tasks@acme.example>' }
    const send = (to: string) =>
      commanded(['mail', 'test', '--to', to, '--json'], { ...installation.settings, ...mail })
    expect(JSON.parse((await send('ada@example.com')).stdout)).toEqual({
      sent: true,
      answer: expect.stringMatching(/^250/),
    })
    expect(await server.mailsTo('ada@example.com')).toMatchObject([{ from: { address: 'tasks@acme.example' } }])
    server.treat('refuse')
    expect((await send('ada@example.com')).stderr).toMatch(/^innkeeper: the mail was not taken: .*550.*\n$/)
  })

  test('a server then serves what the commands have made', async () => {
    const server = await startServer(installation.settings)
    const ann = await signIn(server, { email: 'ann@example.com', password: 'ann-has-a-password' })
    const made = await server.as(ann).post('/api/v1/workspaces/acme/properties', { name: 'By Ann' })
    const demoList = await server.as(demo.apiKey).get(`${PUBLIC}/properties`)
    const revoked = await server.as(key.value).get('/api/v1/workspaces/acme/properties')
    expect([made.status, demoList.status, revoked.status]).toEqual([201, 200, 401])
    await signIn(server)
    expect((await server.stop()).code).toBe(0)
  })
})

// How an answer is printed has nothing to do with the database, and on a server each call is quick.
describe.runIf(isServer)('for people', patiently, () => {
  test('each answer is a text of names and values', async () => {
    expect(await textOf('migrate')).toBe('migrated         true\n')
    expect(await textOf('seed')).toMatch(/^seeded +false\nbecause +there is a workspace already\n$/)
    expect(await textOf('workspace', 'create', '--id', 'blue', '--name', 'Blue')).toBe('workspaceId      blue\n')
    const user = await textOf('user', 'create', '--email', 'bob@example.com', '--name', 'Bob')
    expect(user).toMatch(/^userId +\S+\nemail +bob@example\.com\npassword +\S{16}\n$/)
    const key = await textOf('key', 'create', '--workspace', 'blue', '--name', 'K', '--scopes', '*')
    const keyId = /^keyId +(\S+)\nvalue +ink_srv_\S+\n$/.exec(key)?.[1] ?? ''
    expect(await textOf('key', 'list', '--workspace', 'blue')).toMatch(
      new RegExp(`^id +${keyId}\nname +K\n[^]*revokedAt +-\n\n1 in all\n$`),
    )
    const revoked = await textOf('key', 'revoke', '--workspace', 'blue', '--key', keyId)
    expect(revoked).toMatch(new RegExp(`^id +${keyId}\ndeleted +true\ndeletedAt +\\S+\n$`))
    expect(await textOf('bench-data', '--properties', '1')).toMatch(/^workspaceId +bench\nproperties +1\n$/)
    expect(await textOf('help')).toMatch(/^Usage: .*\n[^]*key create --workspace ID/)
  })

  test('help is about the command that is asked about, or about those that begin so', async () => {
    const about = /^Usage: .*\n\n {2}key create --workspace ID[^\n]*\n {6}make an API key[^\n]*\n$/
    expect(await textOf('key', 'create', '--help')).toMatch(about)
    expect(await textOf('help', 'key', 'create')).toMatch(about)
    const keys = await textOf('help', 'key')
    expect(keys.match(/^ {2}\S+ \S+/gm)).toEqual(['  key create', '  key list', '  key revoke'])
    expect(await textOf('key', '--help')).toBe(keys)
    const { code, stdout, stderr } = await cli('key')
    expect([code, stdout, stderr]).toEqual([1, '', `innkeeper: more words are needed.\n${keys}`])
    expect(await textOf('simulate', 'mail', '--help')).toContain('voice-call')
    expect(await textOf('--help')).toBe(await textOf())
  })

  test('a dead letter is listed and replayed', async () => {
    const id = DEAD_LETTER.replace(/0$/, '1')
    await installation.rows(
      `insert into dead_letters (workspace_id, id, subscriber, type, payload, error, attempts, event_at, failed_at)
       values ('blue', $1, 'nobody', 'x.happened', '{}', 'It failed.', 1, now(), now())`,
      [id],
    )
    expect(await textOf('dead-letters', 'list')).toMatch(new RegExp(`id +${id}\n[^]*error +It failed\\.\n`))
    expect(await textOf('dead-letters', 'replay', '--id', id)).toMatch(/replayedAt +20\d\d-/)
    expect((await cli('dead-letters', 'replay', '--id', id)).stderr).toMatch(
      /^innkeeper: This dead letter was replayed/,
    )
  })
})

describe.runIf(isServer)('a wrong call is answered in one line', patiently, () => {
  test('a process says so and ends with 1; a right one is a text and 0', async () => {
    const [wrong, right] = await Promise.all([typed('nonsense'), typed('key', 'list', '--workspace', 'seaside-homes')])
    expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([1, '', expect.stringMatching(/^innkeeper: [^\n]+\n$/)])
    expect([right.code, right.stdout, right.stderr]).toEqual([0, expect.stringMatching(/ in all\n$/), ''])
  })

  test.each([
    ['nonsense', /no command "nonsense"/],
    ['key nonsense', /no command "key nonsense"/],
    ['agent chat --frob', /^innkeeper: Unknown option '--frob'\. Usage: agent chat /],
    [
      'agent chat --url http://localhost:1 --email x@example.com --password x',
      /Nobody answers at http:\/\/localhost:1\. Start the server with npm start, or say with --url where it is\.$/,
    ],
    ['migrate --frob', /--frob.*Usage: migrate$/],
    [
      'workflow runs --minutes -3',
      /^innkeeper: Option '--minutes' argument is ambiguous\. Usage: workflow runs [^\n]+$/,
    ],
    ['workspace create --id seaside-homes --name X', /a workspace with this id already/],
    ['workspace create --id Up --name X', /--id: Must match \S+, such as seaside-homes\.$/],
    ['user create --email x@example.com', /--name: This is required/],
    ['user create --email x@example.com --name X --role admin', /--role needs --workspace/],
    ['user create --email x@example.com --name X --workspace nowhere', /No such workspace/],
    ['member add --workspace seaside-homes --email nobody@example.com', /--name: This is required/],
    ['member add --workspace seaside-homes --email admin@example.com', /member of the workspace already/],
    ['member add --workspace nowhere --email admin@example.com', /No such workspace/],
    ['key create --name K --scopes *', /--workspace is missing/],
    ['key create --workspace seaside-homes --name K --scopes all', /--scopes: /],
    ['key create --workspace seaside-homes --name K --scopes * --type tool-client', /--type: /],
    ['key revoke --workspace seaside-homes --key x', /--key: Must be a UUID/],
    [`key revoke --workspace seaside-homes --key ${DEAD_LETTER}`, /No such API key/],
    ['ai-caller create --name main --workspaces nowhere', /No such workspace/],
    ['dead-letters replay', /--id: This is required/],
    ['mail test --to nobody', /--to: Must be an e-mail address/],
    ['mail test --to ada@example.com', /SMTP_URL is not set/],
    ['bench-data --properties many', /--properties must be/],
    ['bench-data --workspace Up --properties 1', /--workspace: /],
  ])('%s', async (call, pattern) => {
    const { code, stdout, stderr } = await cli(...call.split(' '))
    expect(stderr).toMatch(/^innkeeper: [^\n]+\n$/)
    expect(stderr.trim()).toMatch(pattern)
    expect([code, stdout]).toEqual([1, ''])
  })
})
