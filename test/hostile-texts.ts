import type { Page } from 'playwright-core'

/** Scripts in hostile texts call this function. The page defines it, so a script that runs is noticed. */
const CALLED = 'innkeeperOwned'
export const ELSEWHERE = 'https://elsewhere.invalid'

/** Every way a text can become a program, an address, or markup that contacts another host. */
export const HOSTILE = [
  `<img src="${ELSEWHERE}/img.png" onerror="${CALLED}('img')">`,
  `<script>${CALLED}('script')</script>`,
  `<svg onload="${CALLED}('svg')"></svg>`,
  `<iframe srcdoc="<script>parent.${CALLED}('frame')</script>"></iframe>`,
  `"><b onmouseover=${CALLED}('b') style="position:fixed;inset:0">bold</b>`,
  `[a link](javascript:${CALLED}('link')) ![a picture](${ELSEWHERE}/markdown.png)`,
  `<javascript:${CALLED}('auto')> javascript:${CALLED}('plain')`,
  `{{constructor.constructor("${CALLED}('template')")()}} \${${CALLED}('literal')} <%= ${CALLED}('erb') %>`,
].join(' ')

/** The same, short enough for a name. */
export const HOSTILE_NAME = `<img src=x onerror=${CALLED}('name')><script>${CALLED}('n')</script>`

/** Records whatever runs, opens a dialog, or contacts another host. Call it before the page navigates anywhere. */
export async function watchForScripts(page: Page, ownUrl: string): Promise<string[]> {
  const ran: string[] = []
  await page.exposeFunction(CALLED, (where: string) => void ran.push(where))
  page.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    const isOwn = url.origin === new URL(ownUrl).origin || ['data:', 'blob:', 'about:'].includes(url.protocol)
    if (!isOwn) ran.push(url.href)
  })
  return ran
}

/** Runs in the page. */
const FIND_ARMED = `[...document.querySelectorAll('*')].flatMap((element) => [
  ...(element.tagName === 'IFRAME' ? ['IFRAME'] : []),
  ...[...element.attributes].flatMap(({ name, value }) => {
    const leads = ['href', 'src', 'action', 'formaction', 'srcdoc'].includes(name)
    const isArmed = name.startsWith('on') || (leads && /^\\s*javascript:|<script/i.test(value))
    return isArmed ? [element.tagName + ' ' + name + '=' + value.slice(0, 100)] : []
  }),
])`

/** Everything in the page that would run or lead elsewhere if somebody touched it. */
export function armedIn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(FIND_ARMED)
}
