import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Article } from '../../../../src/modules/knowledge/article.schema.ts'
import { Button, buttonClass } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { useArticleAct } from './article-changes.ts'
import { knowledgeWords } from './words/knowledge-words.ts'

/** What can be done with an article, by those who may. */
export function ArticleActions({ article }: { article: Article }): ReactNode {
  const words = useWords(knowledgeWords)
  const { id: workspaceId } = useDesk()
  const { may } = useRole()
  const { act, isBusy } = useArticleAct(article.id)
  const { id: articleId, status, hasDraft, source, publishedVersion } = article
  const publish = (said: string): void => act({ path: '/publish', said })
  const archive = (): void =>
    act({ path: '/archive', said: words.withdrawn, undo: () => publish(words.publishedAgain) })
  return (
    <>
      {publishedVersion === null ? null : (
        <Link
          to="/$workspaceId/knowledge/$articleId"
          params={{ workspaceId, articleId }}
          search={{ show: 'versions' }}
          className={buttonClass({ look: 'secondary' })}
        >
          {words.versions}
        </Link>
      )}
      {may('manager') && source === null ? (
        <>
          <Link
            to="/$workspaceId/knowledge/$articleId"
            params={{ workspaceId, articleId }}
            search={{ show: 'edit' }}
            className={buttonClass({ look: 'secondary' })}
          >
            <Icon name="pen" className="size-5" />
            {words.edit}
          </Link>
          {status === 'published' && !hasDraft ? (
            <Button busy={isBusy} onClick={archive}>
              {words.withdraw}
            </Button>
          ) : (
            <Button look="primary" busy={isBusy} onClick={() => publish(words.publishedNow)}>
              {status === 'archived'
                ? words.publishAgain
                : hasDraft && status === 'published'
                  ? words.publishChanges
                  : words.publish}
            </Button>
          )}
          {status === 'published' ? null : <DeleteButton article={article} />}
        </>
      ) : null}
    </>
  )
}

function DeleteButton({ article }: { article: Article }): ReactNode {
  const words = useWords(knowledgeWords)
  const shell = useWords(shellWords)
  const navigate = useNavigate()
  const { id: workspaceId } = useDesk()
  const [isAsking, setAsking] = useState(false)
  const { act, isBusy } = useArticleAct(
    article.id,
    () => void navigate({ to: '/$workspaceId/knowledge', params: { workspaceId }, replace: true }),
  )
  return (
    <>
      {isAsking ? (
        <Button look="quiet" onClick={() => setAsking(false)}>
          {shell.cancel}
        </Button>
      ) : null}
      <Button
        look="danger"
        busy={isBusy}
        onClick={() => (isAsking ? act({ path: '', method: 'DELETE', said: words.deleted }) : setAsking(true))}
      >
        {isAsking ? words.reallyDelete : words.drop}
      </Button>
    </>
  )
}
