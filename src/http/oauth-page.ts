import { escaped as text, page } from './small-page.ts'

/** Pages for people who let a program act for them: sign in, then choose. */

type Fields = Readonly<Record<string, string | undefined>>

interface AskingView {
  /** What the program calls itself: anybody can call themselves anything. */
  client: string
  /** Where the browser goes afterwards: that is known. */
  redirectUri: string
  fields: Fields
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const NOT_NOW = `<button class="quiet" name="step" value="deny" formnovalidate>Not now</button>`

export function signInPage(view: AskingView & { email?: string; problem?: string }): string {
  const { client, redirectUri, fields, email = '', problem } = view
  return page(
    'Sign in',
    `<h1>Sign in to connect ${text(client)}</h1>
<p>It wants to work with your company's tasks, properties and stays. What it may do you choose on the next page.</p>
${problemLine(problem)}
<form method="post" action="/authorize">${hidden(fields)}
${credentialFields(email)}
<button name="step" value="sign-in">Sign in</button>${NOT_NOW}</form>
<p class="where">Afterwards you are sent to ${placeOf(redirectUri)}. If you did not start this, close this page.</p>`,
  )
}

export function problemLine(problem: string | undefined): string {
  return problem === undefined ? '' : `<p class="problem" role="alert">${text(problem)}</p>`
}

export function credentialFields(email: string): string {
  // Whoever comes back because of the password has an address there already.
  const [here, there] = email === '' ? [' autofocus', ''] : ['', ' autofocus']
  return `<label for="email">E-mail</label><input id="email" name="email" type="email" value="${text(email)}" autocomplete="username" required${here}>
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required${there}>`
}

export interface ConsentView extends AskingView {
  /** Who signed in. */
  email: string
  workspaces: readonly { id: string; name: string }[]
}

export function consentPage({ client, redirectUri, fields, email, workspaces }: ConsentView): string {
  return page(
    'Connect',
    `<h1>Let ${text(client)} act for you?</h1>
<p>It sees and does what you may as ${text(email)}, in one workspace, until you take it back in the settings. <strong>It can also send what it reads to its maker.</strong></p>
<form method="post" action="/authorize">${hidden(fields)}
${workspaceChoice(workspaces)}
<fieldset><legend>What it may do</legend>
<label class="choice"><input type="radio" name="access" value="read" checked><span>Read only<small>Look things up and answer questions.</small></span></label>
<label class="choice"><input type="radio" name="access" value="write"><span>Read and change<small>Also create and change things. What matters is asked first.</small></span></label></fieldset>
<button name="step" value="allow">Connect</button>${NOT_NOW}</form>
<p class="where">You are sent back to ${placeOf(redirectUri)}.</p>`,
  )
}

function workspaceChoice(workspaces: ConsentView['workspaces']): string {
  const [first, ...others] = workspaces
  if (first && others.length === 0) {
    return `<input type="hidden" name="workspace" value="${text(first.id)}"><p>Workspace: <strong>${text(first.name)}</strong></p>`
  }
  const options = workspaces.map(({ id, name }) => `<option value="${text(id)}">${text(name)}</option>`)
  return `<label for="workspace">Workspace</label><select id="workspace" name="workspace">${options.join('')}</select>`
}

/** In words that tell a program on one's own machine from a site that somebody runs. */
function placeOf(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri)
  if (protocol === 'http:' && LOOPBACK.includes(hostname)) return 'a program on this computer'
  if (protocol === 'https:') return `<strong>${text(host)}</strong>`
  return `the app that opens <strong>${text(protocol)}</strong> addresses`
}

function hidden(fields: Fields): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<input type="hidden" name="${text(name)}" value="${text(value ?? '')}">`)
    .join('')
}
