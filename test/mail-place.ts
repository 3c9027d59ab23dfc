import { onTestFinished } from 'vitest'
import { openMail, type Mail, type MailPatience } from '#core/mail.ts'
import { email } from '#modules/notifications/email.ts'
import { notifications } from '#modules/notifications/notify.ts'
import { deliver } from './deliver.ts'
import { harness, type Harness, type TestApp } from './harness.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import type { Person } from './makers.ts'

interface Options {
  patience?: MailPatience
  on?: TestApp
}

interface MailPlace extends Harness {
  server: MailServer
  mail: Mail
  departmentId: string
  ana: Person
  task(body?: object): Promise<{ id: string; shortId: string }>
  /** Delivers all events, the mails included; rejects as a worker would see it. */
  post(): Promise<void>
}

export async function mailPlace({ patience, on }: Options = {}): Promise<MailPlace> {
  const here = await harness(on)
  const server = await startMailServer()
  const mail = await openMail(server.settings, patience)
  onTestFinished(() => mail.close())
  const { id: departmentId } = await here.make.department({ name: 'Maintenance' })
  return {
    ...here,
    server,
    mail,
    departmentId,
    ana: await here.make.person(),
    task: async (body = {}) =>
      (await here.asUser.post('/tasks', { title: 'Fix the boiler', departmentId, ...body })).body,
    async post() {
      await deliver(here, notifications, { mail })
      await deliver(here, email, { mail })
    },
  }
}

export async function effectsOf({ asAdmin }: Harness, taskId: string): Promise<Record<string, unknown>[]> {
  const { body } = await asAdmin.get(`/tasks/${taskId}/activity?limit=100`)
  return body.items
    .filter(({ action }: { action: string }) => action === 'task.effect')
    .map(({ details }: { details: object }) => details)
}
