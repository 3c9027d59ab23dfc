import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Article } from '../../../../src/modules/knowledge/article.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card, Section } from '../../design/card.tsx'
import { SelectField } from '../../design/field.tsx'
import { Joined } from '../../design/joined.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { usePeople } from '../tasks/lookup-queries.ts'
import { useArticleAct } from './article-changes.ts'
import { Difference } from './difference.tsx'
import type { ArticleView } from './knowledge-filters.ts'
import { versionsQuery, type VersionSummary } from './knowledge-queries.ts'
import { knowledgeWords } from './words/knowledge-words.ts'

interface ArticleVersionsProps {
  article: Article
  view: ArticleView
  onView(view: ArticleView): void
}

/** All that was published, and what changed from one to the other. */
export function ArticleVersions({ article, view, onView }: ArticleVersionsProps): ReactNode {
  const words = useWords(knowledgeWords)
  const { data, isPending, error, refetch } = useQuery(versionsQuery(useDesk(), article.id))
  if (isPending) return <Waiting />
  if (!data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  const numbers = data.items.map(({ number }) => number)
  const newest = numbers[0]
  // With a text that waits, what it changes; else what the last one changed.
  const { from = article.hasDraft ? newest : (numbers[1] ?? newest), to = article.hasDraft ? undefined : newest } = view
  return (
    <div className="grid gap-6">
      {from === undefined ? null : (
        <Section title={words.difference}>
          <Choices numbers={numbers} from={from} to={to} hasDraft={article.hasDraft} onView={onView} />
          <Difference articleId={article.id} from={from} to={to} />
        </Section>
      )}
      <Section title={words.versions}>
        <ul className="grid gap-2">
          {data.items.map((version, index) => (
            <VersionRow
              key={version.number}
              article={article}
              version={version}
              onCompare={
                index + 1 < numbers.length
                  ? () => onView({ show: 'versions', from: numbers[index + 1] ?? version.number, to: version.number })
                  : undefined
              }
            />
          ))}
        </ul>
      </Section>
    </div>
  )
}

interface ChoicesProps {
  numbers: readonly number[]
  from: number
  to: number | undefined
  hasDraft: boolean
  onView(view: ArticleView): void
}

function Choices({ numbers, from, to, hasDraft, onView }: ChoicesProps): ReactNode {
  const words = useWords(knowledgeWords)
  const options = numbers.map((number) => (
    <option key={number} value={number}>
      {words.versionNumber(number)}
    </option>
  ))
  const chosen = (next: { from?: number; to?: number | undefined }): void => {
    const { from: first, to: last } = { from, to, ...next }
    onView({ show: 'versions', from: first, ...(last !== undefined && { to: last }) })
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField label={words.before} value={from} onChange={({ target }) => chosen({ from: Number(target.value) })}>
        {options}
      </SelectField>
      <SelectField
        label={words.after}
        value={to ?? ''}
        onChange={({ target }) => chosen({ to: target.value === '' ? undefined : Number(target.value) })}
      >
        {hasDraft || to === undefined ? <option value="">{words.beingWritten}</option> : null}
        {options}
      </SelectField>
    </div>
  )
}

interface VersionRowProps {
  article: Article
  version: VersionSummary
  onCompare: (() => void) | undefined
}

function VersionRow({ article, version, onCompare }: VersionRowProps): ReactNode {
  const words = useWords(knowledgeWords)
  const { format } = useLanguage()
  const { timezone } = useDesk()
  const { may } = useRole()
  const people = usePeople()
  const { act, isBusy } = useArticleAct(article.id)
  const { number, publishedAt, publishedBy } = version
  const by = people.find(({ id }) => id === publishedBy.id)?.name ?? words.publishers[publishedBy.kind]
  const isNewest = number === article.publishedVersion
  return (
    <li>
      <Card className="flex flex-wrap items-center gap-x-3 gap-y-1 p-4">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            {words.versionNumber(number)}
            {isNewest ? <Badge tone="good">{words.newest}</Badge> : null}
          </p>
          <p className="text-small wrap-anywhere text-soft">
            <Joined parts={[by, format.briefAt(publishedAt, timezone)]} />
          </p>
        </div>
        {onCompare ? (
          <Button look="quiet" aria-label={`${words.compare}: ${words.versionNumber(number)}`} onClick={onCompare}>
            {words.compare}
          </Button>
        ) : null}
        {!isNewest && may('manager') && article.source === null ? (
          <Button
            busy={isBusy}
            aria-label={`${words.restore}: ${words.versionNumber(number)}`}
            onClick={() => act({ path: `/versions/${number}/restore`, said: words.restored(number) })}
          >
            {words.restore}
          </Button>
        ) : null}
      </Card>
    </li>
  )
}
