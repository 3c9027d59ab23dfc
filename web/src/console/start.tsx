import '../design/design.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Announcer } from '../design/announce.tsx'
import { guardForms } from '../design/one-submit.ts'
import { LanguageProvider } from '../language/language.tsx'
import { openRouter } from './routes.tsx'
import { pending } from './parts/pending.ts'
import { baseOf } from './shell/base.ts'
import { ConsoleContext } from './shell/console-context.ts'
import { clearLines } from './shell/lines.ts'
import { NoticeList, NoticesContext } from './shell/notice-list.tsx'
import { openNotices } from './shell/notices.ts'
import { isPassing } from './shell/problem.ts'
import { openApi } from './shell/request.ts'
import { openSession } from './shell/session.ts'
import { underWay } from './tasks/under-way.ts'

const TRIES_MAX = 3
/** The stream says what is old; this is for what has no news. */
const FRESH_MILLIS = 30_000

function start(root: HTMLElement): void {
  guardForms(document)
  const base = baseOf(location.pathname)
  const session = openSession(base)
  const notices = openNotices(() => session.state().kind === 'in' && document.visibilityState === 'visible')
  document.addEventListener('visibilitychange', notices.fade)
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MILLIS,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < TRIES_MAX && isPassing(error),
      },
    },
  })
  const page = createRoot(root)
  // Whoever comes next to this browser sees nothing of whoever was here.
  let userId: string | undefined
  session.subscribe(() => {
    const state = session.state()
    if (state.kind === 'out' && state.reason === undefined) {
      client.clear()
      // What was not sent yet went with it.
      clearLines()
      underWay.clear()
      pending.clear()
      notices.clear()
    }
    if (state.kind !== 'in') return
    notices.fade()
    // With all that is still to be undone, sent, read or written: nobody else is asked whether to leave that.
    if (userId !== undefined && userId !== state.user.id) {
      page.unmount()
      location.reload()
    }
    userId = state.user.id
  })
  page.render(
    <StrictMode>
      <LanguageProvider>
        <ConsoleContext value={{ base, session, api: openApi(base, session) }}>
          <NoticesContext value={notices}>
            <QueryClientProvider client={client}>
              <Announcer>
                <RouterProvider router={openRouter(base)} />
                <NoticeList />
              </Announcer>
            </QueryClientProvider>
          </NoticesContext>
        </ConsoleContext>
      </LanguageProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('page')
if (root) start(root)
