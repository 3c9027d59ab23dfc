import type { Asked, Said, Vendor } from './vendor.ts'

interface Posted {
  channel: string
  text: string
  thread_ts?: string
  blocks?: { type: string; elements?: { action_id: string; value: string; text: { text: string } }[] }[]
}

/** A workspace of the chat. */
export interface SlackWorkspace {
  /** Of the bot. */
  token: string
  /** Channels that exist; to write elsewhere is an error. `any` takes all. */
  channels: string[] | 'any'
  people: Record<string, { email?: string; team: string; name?: string }>
  posted: Posted[]
}

/** Slack's Web API, as far as we use it. */
export function slackApi(workspace: SlackWorkspace): Vendor {
  return (asked) => {
    if (asked.path === '/incoming') {
      workspace.posted.push({ channel: 'incoming', ...(asked.body as { text: string }) })
      return { body: 'ok' }
    }
    if (asked.headers['authorization'] !== `Bearer ${workspace.token}`) return refused('invalid_auth')
    if (asked.path === '/chat.postMessage') return post(workspace, asked)
    if (asked.path === '/users.info') return person(workspace, asked)
    if (asked.path === '/auth.test') return { body: { ok: true, user: 'innkeeper', team_id: 'T01' } }
    return refused('unknown_method')
  }
}

function post({ channels, posted }: SlackWorkspace, { body }: Asked): Said {
  const message = body as Posted
  if (channels !== 'any' && !channels.includes(message.channel)) return refused('channel_not_found')
  posted.push(message)
  const ts = `1794700000.${String(posted.length).padStart(6, '0')}`
  return { body: { ok: true, channel: message.channel, ts } }
}

function person({ people }: SlackWorkspace, { body }: Asked): Said {
  const id = new URLSearchParams(String(body)).get('user') ?? ''
  const found = people[id]
  if (!found) return refused('user_not_found')
  const { email, team, name } = found
  const profile = { email, display_name: '', real_name: name }
  return { body: { ok: true, user: { id, team_id: team, is_email_confirmed: true, profile } } }
}

function refused(error: string): Said {
  return { body: { ok: false, error } }
}
