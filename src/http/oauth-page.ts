import { createHash } from 'node:crypto'

/** Pages for people who let a program act for them: sign in, then choose. No script, nothing from elsewhere. */
const STYLE = `
:root{color-scheme:light dark;--ink:#1b2420;--soft:#5b6862;--ground:#f5f6f3;--card:#fff;--line:#d9ded9;--accent:#1f6b4a;--on:#fff;--bad:#a3231c}
@media(prefers-color-scheme:dark){:root{--ink:#e9eeea;--soft:#a5b0aa;--ground:#121614;--card:#1b211e;--line:#37403b;--accent:#6fcf9f;--on:#0d1611;--bad:#ff9a92}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.75rem}
h1{font-size:1.25rem;line-height:1.3;margin:0 0 .5rem}p{margin:0 0 1rem;color:var(--soft)}strong{color:var(--ink)}
label,legend{display:block;font-weight:600;margin:0 0 .25rem}fieldset{border:0;margin:0 0 1rem;padding:0}
input:not([type=radio]):not([type=hidden]),select{width:100%;min-height:2.75rem;padding:.5rem .75rem;margin:0 0 1rem;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--soft);border-radius:.5rem}
.choice{display:flex;gap:.6rem;align-items:flex-start;padding:.6rem 0;font-weight:400}.choice input{width:1.25rem;height:1.25rem;margin:.15rem 0 0;flex:none}.choice small{display:block;color:var(--soft)}
button{width:100%;min-height:2.75rem;font:inherit;font-weight:600;border-radius:.5rem;border:1px solid var(--accent);background:var(--accent);color:var(--on);cursor:pointer}
button.quiet{background:transparent;color:var(--ink);border-color:var(--soft);margin-top:.6rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}.problem{color:var(--bad);font-weight:600}.where{font-size:.875rem;overflow-wrap:anywhere;margin:1rem 0 0}`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** `target` is where the form may lead in the end: browsers count the redirect after it as part of it. */
export function policyFor(target: string | undefined): string {
  const url = target === undefined ? undefined : URL.parse(target)
  const place = url === undefined || url === null ? '' : url.origin === 'null' ? ` ${url.protocol}` : ` ${url.origin}`
  return `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'${place}; base-uri 'none'; frame-ancestors 'none'`
}

type Fields = Readonly<Record<string, string | undefined>>

export function signInPage({
  client,
  host,
  fields,
  problem,
}: {
  client: string
  host: string
  fields: Fields
  problem?: string
}): string {
  return page(
    'Sign in',
    `<h1>Sign in to connect ${text(client)}</h1>
<p>${text(client)} wants to work with your company's tasks, homes and stays in Innkeeper.</p>
${problem === undefined ? '' : `<p class="problem" role="alert">${text(problem)}</p>`}
<form method="post" action="/authorize">${hidden(fields)}
<label for="email">E-mail</label><input id="email" name="email" type="email" autocomplete="username" required autofocus>
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required>
<button name="step" value="sign-in">Sign in</button></form>
<p class="where">Afterwards you are sent to ${text(host)}. If you did not start this, close this page.</p>`,
  )
}

export interface ConsentView {
  client: string
  host: string
  fields: Fields
  workspaces: readonly { id: string; name: string }[]
}

export function consentPage({ client, host, fields, workspaces }: ConsentView): string {
  const options = workspaces.map(({ id, name }) => `<option value="${text(id)}">${text(name)}</option>`)
  return page(
    'Connect',
    `<h1>Let ${text(client)} act for you?</h1>
<p>It sees and does what you may, in one workspace, until you take it back in the settings. <strong>It can also send what it reads to its maker.</strong></p>
<form method="post" action="/authorize">${hidden(fields)}
<label for="workspace">Workspace</label><select id="workspace" name="workspace">${options.join('')}</select>
<fieldset><legend>What it may do</legend>
<label class="choice"><input type="radio" name="access" value="read" checked><span>Read only<small>Look things up and answer questions.</small></span></label>
<label class="choice"><input type="radio" name="access" value="write"><span>Read and change<small>Also create and change things; for what matters you are asked first.</small></span></label></fieldset>
<button name="step" value="allow">Connect</button><button class="quiet" name="step" value="deny">Not now</button></form>
<p class="where">You are sent back to ${text(host)}.</p>`,
  )
}

export function messagePage(title: string, message: string): string {
  return page(title, `<h1>${text(title)}</h1><p>${text(message)}</p>`)
}

/** The frame of every small page; `body` is markup, in which what others wrote has to be escaped already. */
export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${text(title)} · Innkeeper</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`
}

function hidden(fields: Fields): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<input type="hidden" name="${text(name)}" value="${text(value ?? '')}">`)
    .join('')
}

function text(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
