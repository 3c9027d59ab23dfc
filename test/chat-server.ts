import { slackApi, type SlackWorkspace } from '#src/simulator/vendors/slack.ts'
import { startVendor, type Vendor } from './vendor-server.ts'

/** A server that speaks Slack's Web API, there until the test is over. */
export type FakeChat = Vendor & SlackWorkspace & { channels: string[] }

export async function startChat(): Promise<FakeChat> {
  const workspace = { token: 'xoxb-token-of-a-bot', channels: [] as string[], people: {}, posted: [] }
  return Object.assign(await startVendor(slackApi(workspace)), workspace)
}
