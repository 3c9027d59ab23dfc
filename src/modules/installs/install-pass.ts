import { isProof, newId, sameText, type Signer } from '#core/crypto.ts'

/** What somebody may connect: asked for by this person, to this agent or to the whole workspace. */
export interface Install {
  workspaceId: string
  agentId: string | null
  userId: string
}

/** A permission for one install, good once and for ten minutes. */
export interface InstallPass extends Install {
  id: string
  expiresAt: Date
}

/** `install-link` opens the first page; `install-state` comes back from the other side. */
type Purpose = 'install-link' | 'install-state'

const GOOD_SECONDS = 600

export function newPass({ workspaceId, agentId, userId }: Install, now: Date): InstallPass {
  const until = Math.floor(now.getTime() / 1000) + GOOD_SECONDS
  return { id: newId(), workspaceId, agentId, userId, expiresAt: new Date(until * 1000) }
}

/** `browser` is what only the browser that began knows: the proof does not fit any other. */
export function writePass(signer: Signer, purpose: Purpose, pass: InstallPass, browser = ''): string {
  const { id, workspaceId, agentId, userId, expiresAt } = pass
  const said = Buffer.from(JSON.stringify([id, workspaceId, agentId, userId, expiresAt.getTime()])).toString(
    'base64url',
  )
  return `${said}.${signer.mac(purpose, `${said}.${browser}`)}`
}

/** Undefined when we did not write it, or not for this purpose and browser. Whether it is still good is not said. */
export function readPass(signer: Signer, purpose: Purpose, text: string, browser = ''): InstallPass | undefined {
  const [said = '', proof = ''] = text.split('.')
  if (!sameText(text, `${said}.${proof}`) || !isProof(signer, purpose, `${said}.${browser}`, proof)) return undefined
  const [id, workspaceId, agentId, userId, until] = JSON.parse(Buffer.from(said, 'base64url').toString())
  return { id, workspaceId, agentId, userId, expiresAt: new Date(until) }
}
