import { useQueryClient } from '@tanstack/react-query'
import type { Article } from '../../../../src/modules/knowledge/article.schema.ts'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'

export interface ArticleAct {
  /** After the address of the article: `publish`, `versions/3/restore`. */
  path: string
  method?: 'POST' | 'DELETE'
  said: string
  undo?: (() => void) | undefined
}

/** What is done to an article as a whole. */
export function useArticleAct(articleId: string, onDone?: (article: Article) => void) {
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const mutation = useChange<ArticleAct, Article>({
    send: ({ path, method = 'POST' }, key) => api.send(`${desk}/articles/${articleId}${path}`, { method, key }),
    onDone(article) {
      void client.invalidateQueries({ queryKey: [id, 'article', articleId] })
      void client.invalidateQueries({ queryKey: [id, 'articles'] })
      onDone?.(article)
    },
    said: (_, { said }) => said,
    undo: (_, { undo }) => undo,
  })
  return { act: (input: ArticleAct) => mutation.mutate(change(input)), isBusy: mutation.isPending }
}
