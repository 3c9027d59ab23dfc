import { credentialFields, problemLine } from './oauth-page.ts'
import { escaped as text, page } from './small-page.ts'

interface SignInView {
  /** Where the form goes: the address with what it asks for. */
  action: string
  workspaceId: string
  email: string
  problem: string | undefined
}

/** For an administrator who opens the address of an install without a link from the console. */
export function installSignInPage({ action, workspaceId, email, problem }: SignInView): string {
  return page(
    'Connect a chat',
    `<h1>Sign in to connect a chat</h1>
<p>It will be connected to the workspace <strong>${text(workspaceId)}</strong>, of which you must be an administrator. Afterwards the chat asks you what to allow.</p>
${problemLine(problem)}
<form method="post" action="${text(action)}">
${credentialFields(email)}
<button>Sign in</button></form>
<p class="where">If you did not start this, close this page.</p>`,
  )
}
