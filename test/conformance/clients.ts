import { ran, type Ran } from './programs.ts'
import { TOOL_PATH, type Subject } from './subject.ts'

export interface Step {
  client: string
  step: string
  fault: string | undefined
}

const PASSWORD = 'correct horse battery'
type Json = Record<string, unknown>

/** Clients that others wrote, each through what a user of it does. */
export async function tryClients(subject: Subject, folder: string): Promise<Step[]> {
  return [...(await tryOlderSdk(subject, folder)), ...(await tryInspector(subject, folder))]
}

async function newTask({ url, key, workspaceId, make }: Subject): Promise<string> {
  const { id: departmentId } = await make.department()
  const answer = await fetch(`${url}/api/v1/workspaces/${workspaceId}/tasks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Fix the boiler', departmentId }),
  })
  return ((await answer.json()) as { id: string }).id
}

async function tryOlderSdk(subject: Subject, folder: string): Promise<Step[]> {
  const { url, workspaceId, make } = subject
  const { email } = await make.person({ role: 'manager', password: PASSWORD })
  const person = { email, password: PASSWORD }
  const task = { url: `${url}${TOOL_PATH}`, workspaceId, person, taskId: await newTask(subject) }
  const { code, stdout, stderr } = await ran(folder, ['older-sdk.mjs', JSON.stringify(task)])
  const client = 'SDK 1.32.2'
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  const steps = lines.map((line) => ({ client, ...(JSON.parse(line) as { step: string; fault: string | undefined }) }))
  return code === 0 ? steps : [...steps, { client, step: 'runs', fault: stderr.slice(-500) }]
}

async function tryInspector(subject: Subject, folder: string): Promise<Step[]> {
  const taskId = await newTask(subject)
  const steps: Step[] = []
  for (const era of ['legacy', 'modern']) {
    const inspect = (args: string[], token = subject.key) => inspector(folder, subject, era, token, args)
    const call = async (tool: string, args: Json): Promise<Json> => {
      const pairs = Object.entries(args).flatMap(([name, value]) => ['--tool-arg', `${name}=${String(value)}`])
      return answerOf(await inspect(['--method', 'tools/call', '--tool-name', tool, ...pairs]))
    }
    const status = era === 'legacy' ? 'IN_PROGRESS' : 'OPEN'
    const wish = { taskId, status }
    const doing: Record<string, () => Promise<boolean>> = {
      'without a key is told to sign in': async () => (await inspect(['--method', 'tools/list'], 'nobody')).code === 3,
      'finds no fault in the schemas': async () => (await inspect(['--method', 'tools/list', '--strict'])).code === 0,
      lists: async () => (await inspect(['--method', 'tools/list'])).stdout.includes('"list_tasks"'),
      reads: async () => (await call('get_task', { taskId }))['id'] === taskId,
      'writes after confirmation': async () => {
        const { outcome, confirmationToken } = await call('set_task_status', wish)
        const done = await call('set_task_status', { ...wish, confirmationToken })
        return outcome === 'confirmation_required' && done['status'] === status
      },
    }
    for (const [step, act] of Object.entries(doing)) {
      const fault = await act().then(
        (isGood) => (isGood ? undefined : 'the answer is another'),
        (error: unknown) => String(error),
      )
      steps.push({ client: `inspector 2.12.0 (${era})`, step, fault })
    }
  }
  return steps
}

function inspector(folder: string, { url }: Subject, era: string, token: string, args: string[]): Promise<Ran> {
  const server = ['--cli', `${url}${TOOL_PATH}`, '--transport', 'http', '--protocol-era', era]
  const credential = ['--header', `Authorization: Bearer ${token}`]
  return ran(folder, ['node_modules/.bin/mcp-inspector', ...server, ...credential, ...args])
}

function answerOf({ code, stdout, stderr }: Ran): Json {
  if (code !== 0) throw new Error(`exit code ${code}: ${stderr.slice(-300) || stdout.slice(-300)}`)
  return (JSON.parse(stdout) as { structuredContent: Json }).structuredContent
}
