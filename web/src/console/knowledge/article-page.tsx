import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Article } from '../../../../src/modules/knowledge/article.schema.ts'
import { ButtonLink } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Icon } from '../../design/icon.tsx'
import { Note } from '../../design/note.tsx'
import { Joined } from '../../design/joined.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { useProperties } from '../tasks/lookup-queries.ts'
import { ArticleActions } from './article-actions.tsx'
import { ArticleEditor } from './article-editor.tsx'
import { ArticleSigns, sourceName } from './article-row.tsx'
import { parseArticleView, type ArticleView } from './knowledge-filters.ts'
import { articleQuery } from './knowledge-queries.ts'
import { MarkdownView } from '../parts/markdown-view.tsx'
import { ArticleVersions } from './article-versions.tsx'
import { knowledgeWords } from './words/knowledge-words.ts'

const route = getRouteApi('/$workspaceId/frame/knowledge/$articleId')

/** One article: to read, to write, and with all that was published of it. */
export function ArticlePage(): ReactNode {
  const { articleId } = route.useParams()
  const desk = useDesk()
  const view = parseArticleView(route.useSearch())
  const { may } = useRole()
  const isWriting = view.show === 'edit' && may('manager')
  const query = useQuery(articleQuery(desk, articleId, isWriting ? 'draft' : undefined))
  if (query.isPending) return <Waiting />
  if (!query.data) return <LoadFailure error={query.error} onRetry={() => void query.refetch()} />
  if (isWriting) return <ArticleEditor key={articleId} open={query.data} />
  return <OpenArticle article={query.data.article} view={view} />
}

function OpenArticle({ article, view }: { article: Article; view: ArticleView }): ReactNode {
  const words = useWords(knowledgeWords)
  const { id: workspaceId } = useDesk()
  const { may } = useRole()
  const navigate = useNavigate()
  const { id: articleId, title, source, sourceUrl, shows } = article
  const go = (search: ArticleView): void =>
    void navigate({ to: '/$workspaceId/knowledge/$articleId', params: { workspaceId, articleId }, search })
  const canWrite = may('manager') && source === null
  useKeys(
    {
      Escape: () => void navigate({ to: '/$workspaceId/knowledge', params: { workspaceId } }),
      ...(canWrite && { e: () => go({ show: 'edit' }) }),
      v: () => go(view.show === 'versions' ? {} : { show: 'versions' }),
    },
    { ...(canWrite && { e: words.edit }), v: words.versions },
  )
  return (
    <div className="relative lg:overflow-y-auto">
      <PageHeader
        title={title}
        aside={
          <Link
            to="/$workspaceId/knowledge"
            params={{ workspaceId }}
            className="inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-accent-text hover:bg-sunken"
          >
            <Icon name="book" className="size-5" />
            {words.title}
          </Link>
        }
        actions={<ArticleActions article={article} />}
      />
      <div className="grid gap-6 px-4 pb-16 lg:grid-cols-[minmax(0,1fr)_18rem] lg:px-6">
        <div className="grid min-w-0 content-start gap-4">
          {source === null ? null : (
            <Note
              tone="info"
              icon="link"
              title={words.from(sourceName(source))}
              actions={
                sourceUrl === null ? null : (
                  <ButtonLink href={sourceUrl} target="_blank" icon="arrowUpRight">
                    {words.openSource}
                  </ButtonLink>
                )
              }
            >
              <p>{words.follows}</p>
            </Note>
          )}
          {article.status === 'archived' ? <Note tone="plain" icon="alert" title={words.archivedNote} /> : null}
          {view.show === 'versions' ? (
            <ArticleVersions article={article} view={view} onView={go} />
          ) : (
            <>
              {shows === 'draft' ? <Note tone="warn" icon="pen" title={words.neverPublished} /> : null}
              <Card className="p-4 sm:p-6">
                <MarkdownView text={article.body} />
              </Card>
            </>
          )}
        </div>
        <Facts article={article} />
      </div>
    </div>
  )
}

function Facts({ article }: { article: Article }): ReactNode {
  const words = useWords(knowledgeWords)
  const { timezone } = useDesk()
  const { format } = useLanguage()
  const properties = useProperties()
  const { category, tags, propertyId, language, publishedVersion, updatedAt } = article
  const home = propertyId === null ? words.wholeWorkspace : properties.find(({ id }) => id === propertyId)?.name
  const facts: [string, ReactNode][] = [
    [words.fields.category, category ?? '–'],
    [words.fields.tags, tags.length === 0 ? '–' : <Joined key="tags" parts={tags.map((tag) => `#${tag}`)} by=" " />],
    [words.fields.property, home ?? '…'],
    [words.fields.visibility, words.visibilities[article.visibility]],
    [words.fields.language, language],
    [words.fields.version, publishedVersion ?? '–'],
    [words.fields.changed, format.briefAt(updatedAt, timezone)],
  ]
  return (
    <Card className="grid content-start gap-3 self-start p-4">
      <p className="flex flex-wrap gap-1.5 empty:hidden">
        <ArticleSigns article={article} />
      </p>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-1">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-small text-soft">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
