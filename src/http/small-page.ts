import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** The colours and measures of the design language, for pages without a script and with nothing from elsewhere. */
const STYLE = `
:root{color-scheme:light dark;--paper:#f7f6f2;--surface:#fff;--line:#e3e1d9;--edge:#858a84;--ink:#1b201d;--soft:#575e59;--accent:#17694f;--strong:#10543e;--on-accent:#fff;--tint:#e2f0e9;--danger-ground:#fcebe8;--danger:#a2241b}
@media(prefers-color-scheme:dark){:root{--paper:#121412;--surface:#1b1e1b;--line:#2f342f;--edge:#7b837c;--ink:#edf0eb;--soft:#a9b1aa;--accent:#5cc9a0;--strong:#7ad7b4;--on-accent:#06271b;--tint:#17352a;--danger-ground:#41201c;--danger:#ffa99f}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;justify-content:center;padding:1rem;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;overflow-wrap:anywhere}
header{display:flex;align-items:center;gap:.5rem;margin:0 0 1rem;font-weight:650;letter-spacing:-.01em}header svg{width:1.5rem;height:1.5rem;color:var(--accent)}
main{width:100%;max-width:27rem;background:var(--surface);border:1px solid var(--line);border-radius:1.125rem;padding:1.75rem;box-shadow:0 1px 2px rgb(20 25 20/.04),0 4px 16px rgb(20 25 20/.04)}
h1{font-size:1.25rem;line-height:1.35;letter-spacing:-.01em;margin:0 0 .5rem}p{margin:0 0 1.25rem;color:var(--soft)}p:last-child{margin-bottom:0}ul{margin:-.75rem 0 1.25rem;padding-left:1.25rem}strong{color:var(--ink);font-weight:600}
label,legend{display:block;font-size:.9375rem;font-weight:600;margin:0 0 .375rem;padding:0}fieldset{border:0;margin:0 0 1.25rem;padding:0;min-width:0}
input[type=email],input[type=password],select{width:100%;min-height:3rem;padding:.5rem .875rem;margin:0 0 1.25rem;font:inherit;color:inherit;background-color:var(--surface);border:1px solid var(--edge);border-radius:.75rem}
select{appearance:none;padding-right:2.5rem;text-overflow:ellipsis;background-image:linear-gradient(45deg,transparent 50%,var(--soft) 50%),linear-gradient(-45deg,transparent 50%,var(--soft) 50%);background-position:right 1.25rem center,right .9rem center;background-size:.4rem .4rem;background-repeat:no-repeat}
.choice{display:flex;gap:.75rem;align-items:flex-start;font-weight:400;margin:0;padding:.75rem .875rem;border:1px solid var(--edge);border-radius:.75rem;cursor:pointer}.choice+.choice{margin-top:.5rem}.choice:has(:checked){border-color:var(--accent);background:var(--tint);box-shadow:inset 0 0 0 1px var(--accent)}
.choice input{accent-color:var(--accent);width:1.25rem;height:1.25rem;margin:.1rem 0 0;flex:none}.choice span{font-weight:600}.choice small{display:block;font-size:.875rem;font-weight:400;color:var(--soft)}.choice:has(:checked) small{color:var(--ink)}
button{width:100%;min-height:3rem;font:inherit;font-weight:600;border-radius:.75rem;border:1px solid var(--accent);background:var(--accent);color:var(--on-accent);cursor:pointer}button:hover{background:var(--strong);border-color:var(--strong)}
button.quiet{background:transparent;color:var(--ink);border-color:var(--edge);margin-top:.625rem}button.quiet:hover{border-color:var(--ink)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}.choice:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}.choice input:focus-visible{outline:none}
.problem{background:var(--danger-ground);color:var(--danger);font-weight:600;padding:.625rem .875rem;border-radius:.75rem}.where{font-size:.875rem;margin:1.25rem 0 0}`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const MARK = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M3 11 12 4l9 7v9H3z"/><path d="M9.5 20v-6h5v6"/></svg>`

/** `target` is where the form may lead in the end: browsers count the redirect after it as part of it. */
function policyFor(target: string | undefined): string {
  const url = target === undefined ? undefined : URL.parse(target)
  const place = url === undefined || url === null ? '' : url.origin === 'null' ? ` ${url.protocol}` : ` ${url.origin}`
  return `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'${place}; base-uri 'none'; frame-ancestors 'none'`
}

/** The frame of every small page; `body` is markup, in which what others wrote has to be escaped already. */
export function page(title: string, body: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)} · Innkeeper</title><style>${STYLE}</style>`
  return `<!doctype html><html lang="en"><head>${head}</head><body><header>${MARK}Innkeeper</header><main>${body}</main></body></html>`
}

export function messagePage(title: string, message: string): string {
  return page(title, `<h1>${escaped(title)}</h1><p>${escaped(message)}</p>`)
}

export function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** `target` is where its form leads in the end. Nothing of such a page is kept, framed or told to others. */
export function showPage(reply: FastifyReply, target: string | undefined, html: string): FastifyReply {
  return reply
    .headers({
      'content-security-policy': policyFor(target),
      'cache-control': 'no-store',
      // A form tells where it was only if its page may say so; no other site hears of it.
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'cross-origin-resource-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}
