import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { openSheets } from '../../design/open-sheets.ts'
import { useWords } from '../../language/language.tsx'
import type { Notice, Notices } from './notices.ts'
import { shellWords } from './words/shell-words.ts'

export const NoticesContext = createContext<Notices | undefined>(undefined)

export function useNotices(): Notices {
  const notices = useContext(NoticesContext)
  if (!notices) throw new Error('outside of the console')
  return notices
}

const FOOT = '--foot-height'

/** Notices stand above this bar at the foot of the page while it is shown. */
export function useAboveFoot(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = bar
    if (!current) return
    const { style } = document.documentElement
    const watch = new ResizeObserver(() => style.setProperty(FOOT, `${current.offsetHeight}px`))
    watch.observe(current)
    return () => {
      watch.disconnect()
      style.removeProperty(FOOT)
    }
  }, [bar])
}

/** What was done or refused just now: at the foot of the page, or of the sheet that it is about. */
export function NoticeList(): ReactNode {
  const notices = useNotices()
  const all = useSyncExternalStore(notices.subscribe, notices.all)
  const feet = useSyncExternalStore(openSheets.subscribe, openSheets.feet)
  useEffect(() => {
    for (const { id, foot } of all) if (foot && !feet.includes(foot)) notices.drop(id)
  }, [all, feet, notices])
  const linesOf = (notice: Notice): ReactNode => <NoticeLine key={notice.id} notice={notice} />
  return (
    <>
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 bottom-(--foot-height,0px) z-40 grid justify-items-center gap-2 p-4"
      >
        {all.filter(({ foot }) => foot === undefined).map(linesOf)}
      </div>
      {feet.map((foot) => createPortal(all.filter((notice) => notice.foot === foot).map(linesOf), foot))}
    </>
  )
}

function NoticeLine({ notice: { id, tone, text, undo } }: { notice: Notice }): ReactNode {
  const notices = useNotices()
  const words = useWords(shellWords)
  return (
    <div
      className={`pointer-events-auto flex w-full max-w-lg animate-rise items-center gap-2 rounded-card border py-1.5 pr-1.5 pl-4 text-label shadow-card ${tone === 'danger' ? 'border-danger-text bg-danger-ground text-danger-text' : 'border-line bg-surface text-ink'}`}
    >
      {tone === 'danger' ? (
        <Icon name="alert" className="size-5" />
      ) : (
        <Icon name="check" className="size-5 text-accent-text" />
      )}
      <p className="min-w-0 flex-1 py-1.5">{text}</p>
      {undo ? (
        <Button look="quiet" onClick={() => notices.undo(id)}>
          {words.undo}
        </Button>
      ) : null}
      <button
        type="button"
        aria-label={words.dismiss}
        className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-sunken"
        onClick={() => notices.drop(id)}
      >
        <Icon name="x" className="size-5" />
      </button>
    </div>
  )
}
