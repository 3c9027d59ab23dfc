import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { throughTheBrowser, type Person } from '../tool-sign-in.ts'
import type { Step } from './clients.ts'
import { ran, type Ran } from './programs.ts'
import { newTask, TOOL_PATH, type Subject } from './subject.ts'

type Json = Record<string, unknown>
const PASSWORD = 'correct horse battery'

/** The official inspector from the command line, through what a user of it does, with the handshake and without. */
export async function tryInspector(subject: Subject, folder: string): Promise<Step[]> {
  const { email } = await subject.make.person({ role: 'manager', password: PASSWORD })
  const person = { email, password: PASSWORD }
  const eras = ['legacy', 'modern'] as const
  const steps: Step[] = []
  for (const era of eras) {
    const home = mkdtempSync(join(folder, 'inspector-'))
    const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`
    const inspect = (args: readonly string[], as?: Person): Promise<Ran> =>
      inspector({ subject, era, home, callback, args, ...(as && { as }) })
    const doing = stepsOf(subject, { inspect, person, taskId: await newTask(subject) })
    for (const [step, act] of Object.entries(doing)) {
      steps.push({ client: `inspector 2.12.0 (${era})`, step, fault: await faultOf(act) })
    }
  }
  return steps
}

/** Why a step counts as failed. */
function faultOf(act: () => Promise<boolean>): Promise<string | undefined> {
  return act().then(
    (isGood) => (isGood ? undefined : 'the answer is another'),
    (error: unknown) => String(error),
  )
}

interface Use {
  inspect(args: readonly string[], as?: Person): Promise<Ran>
  person: Person
  taskId: string
}

function stepsOf(subject: Subject, { inspect, person, taskId }: Use): Record<string, () => Promise<boolean>> {
  const call = async (tool: string, args: Json, as?: Person): Promise<Json> => {
    const json = ['--tool-args-json', JSON.stringify(args)]
    return answerOf(await inspect(['--method', 'tools/call', '--tool-name', tool, ...json], as))
  }
  const wish = { taskId, status: 'IN_PROGRESS' }
  const statusNow = async (): Promise<unknown> => (await call('get_task', { taskId }))['status']
  let question: Json = {}
  return {
    'is told to sign in': async () => (await inspect(['--method', 'tools/list'])).code === 3,
    'signs in through the page': async () => {
      const { caller } = await call('get_context', {}, person)
      return (caller as Json)['role'] === 'manager'
    },
    lists: async () => (await inspect(['--method', 'tools/list'])).stdout.includes('"list_tasks"'),
    'finds no fault in the schemas': async () => (await inspect(['--method', 'tools/list', '--strict'])).code === 0,
    reads: async () => (await call('get_task', { taskId }))['id'] === taskId,
    'is asked before a write, and without a yes nothing changes': async () => {
      question = await call('set_task_status', wish)
      return question['outcome'] === 'confirmation_required' && (await statusNow()) === 'OPEN'
    },
    'writes after the yes': async () => {
      const done = await call('set_task_status', { ...wish, confirmationToken: question['confirmationToken'] })
      return done['status'] === 'IN_PROGRESS'
    },
    'refreshes when its hour is over': async () => {
      subject.passHours(2)
      return (await statusNow()) === 'IN_PROGRESS'
    },
  }
}

interface Run {
  subject: Subject
  era: 'legacy' | 'modern'
  home: string
  callback: string
  args: readonly string[]
  /** Who sits before the browser that it wants to open. Without them a wish to sign in is a failure. */
  as?: Person
}

function inspector({ subject: { url, workspaceId }, era, home, callback, args, as }: Run): Promise<Ran> {
  const server = ['--cli', `${url}${TOOL_PATH}`, '--transport', 'http', '--protocol-era', era]
  const own = as ? ['--callback-url', callback] : ['--callback-url', callback, '--stored-auth-only']
  // No browser is found under this path, so that it prints the address. What it keeps, it keeps in its home.
  const env = { PATH: '/nowhere', MCP_AUTO_OPEN_ENABLED: 'true', MCP_INSPECTOR_SECRET_STORE: 'file' }
  const isAddress = /https?:\/\/\S+\/authorize\?\S+/
  return ran(home, ['node_modules/.bin/mcp-inspector', ...server, ...own, ...args], {
    env,
    ...(as && {
      on: {
        said: isAddress,
        act: async (address) => {
          await fetch(await throughTheBrowser(address, as, { workspaceId }))
        },
      },
    }),
  })
}

function answerOf({ code, stdout, stderr }: Ran): Json {
  if (code !== 0) throw new Error(`exit code ${code}: ${stderr.slice(-300) || stdout.slice(-300)}`)
  return (JSON.parse(stdout.slice(stdout.indexOf('{'))) as { structuredContent: Json }).structuredContent
}
