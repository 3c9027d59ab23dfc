import { tryInspector } from './inspector.ts'
import { ran } from './programs.ts'
import { newTask, TOOL_PATH, type Subject } from './subject.ts'

export interface Step {
  client: string
  step: string
  fault: string | undefined
}

const PASSWORD = 'correct horse battery'

/** Clients that others wrote, each through what a user of it does. */
export async function tryClients(subject: Subject, folder: string): Promise<Step[]> {
  return [...(await tryOlderSdk(subject, folder)), ...(await tryInspector(subject, folder))]
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
