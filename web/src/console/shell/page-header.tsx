import { useEffect, type ReactNode } from 'react'
import { useDesk } from './console-context.ts'

interface PageHeaderProps {
  title: string
  /** Beside the title, in small: how many there are. */
  aside?: ReactNode
  actions?: ReactNode
  /** What is open beside it has the heading of the page. */
  isBeside?: boolean
}

/** The head of a page, which is also the title of the tab. */
export function PageHeader({ title, aside, actions, isBeside = false }: PageHeaderProps): ReactNode {
  const { name } = useDesk()
  const Heading = isBeside ? 'h2' : 'h1'
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-4 pb-3 lg:px-6">
      <Heading className="text-lead font-semibold">{title}</Heading>
      {aside}
      <div className="ml-auto flex min-w-0 flex-wrap items-center gap-2">{actions}</div>
    </div>
  )
}
