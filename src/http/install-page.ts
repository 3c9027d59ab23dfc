import { credentialFields, problemLine } from './oauth-page.ts'
import { escaped as text, page } from './small-page.ts'

/** Who is asked for consent, and what for, in the words of people. */
export interface Grants {
  vendor: string
  allows: readonly string[]
}

interface SignInView {
  /** Where the form goes: the address with what it asks for. */
  action: string
  workspaceId: string
  /** The agent that is to answer there; null for the whole workspace. */
  agentId: string | null
  grants: Grants
  email: string
  problem: string | undefined
}

/** For an administrator who opens the address of an install without a link from the console. */
export function installSignInPage({ action, workspaceId, agentId, grants, email, problem }: SignInView): string {
  const { vendor, allows } = grants
  const whose = agentId === null ? '' : `, for its agent <strong>${text(agentId)}</strong>`
  return page(
    `Connect ${vendor}`,
    `<h1>Sign in to connect ${text(vendor)}</h1>
<p>It will be connected to the workspace <strong>${text(workspaceId)}</strong>${whose}, of which you must be an administrator. Then ${text(vendor)} asks you to allow Innkeeper to:</p>
<ul>${allows.map((each) => `<li>${text(each)}</li>`).join('')}</ul>
${problemLine(problem)}
<form method="post" action="${text(action)}">
${credentialFields(email)}
<button>Sign in</button></form>
<p class="where">If you did not start this, close this page.</p>`,
  )
}

interface ReachView {
  action: string
  workspaceId: string
  agentName: string
  vendor: string
  /** What strangers could ask the agent to do, in words. */
  strangers: readonly string[]
}

/** Shown to the administrator with the link before the agent is connected. */
export function installReachPage({ action, workspaceId, agentName, vendor, strangers }: ReachView): string {
  const says = strangers.length === 0 ? ['Nothing'] : strangers
  return page(
    `Connect ${vendor}`,
    `<h1>${text(agentName)} will answer in ${text(vendor)}</h1>
<p>It is connected to the workspace <strong>${text(workspaceId)}</strong>. Members of yours have their own rights there, and no more than you. Everybody else who writes there could ask it to:</p>
<ul>${says.map((each) => `<li>${text(each)}</li>`).join('')}</ul>
<p>All else a member is asked about first. What stands in its instructions it may tell to anybody.</p>
<form method="post" action="${text(action)}"><button>Go on to ${text(vendor)}</button></form>
<p class="where">If you did not start this, close this page.</p>`,
  )
}
