import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import type { ArticleDraft, SavedDraft } from '../../../../src/modules/knowledge/article.schema.ts'
import type { Static } from 'typebox'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Note } from '../../design/note.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { useKeys } from '../shell/keyboard.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { change, useChange } from '../shell/use-change.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { ArticleFields } from './article-fields.tsx'
import { articleQuery, type OpenArticle } from './knowledge-queries.ts'
import { LeaveGuard } from '../parts/leave-guard.tsx'
import { MarkdownView } from '../parts/markdown-view.tsx'
import { textOf, type ArticleForm } from './article-form.ts'
import { knowledgeWords } from './words/knowledge-words.ts'

type Saved = Static<typeof SavedDraft>

interface Saving {
  form: ArticleForm
  expectedVersion: number | undefined
  /** Readers see it at once. */
  isPublished: boolean
}

/** Writes the text of an article, beside how readers will see it. Without one it is a new article. */
export function ArticleEditor({ open }: { open?: OpenArticle }): ReactNode {
  const words = useWords(knowledgeWords)
  const [form, setForm] = useState(() => textOf(open?.article))
  const [known, setKnown] = useState({ id: open?.article.id, version: open?.version, form })
  const element = useRef<HTMLFormElement>(null)
  const isWritten = (than: ArticleForm): boolean => JSON.stringify(form) !== JSON.stringify(than)
  const goOn = useGoOn(open === undefined)
  const { save, isBusy, isOvertaken, settle } = useSave(known.id, {
    onSaved: ({ id, version }, saved) => setKnown({ id, version, form: saved }),
    // What was typed meanwhile is neither saved nor thrown away: it stays before the writer.
    onDone(saved, input) {
      if (!isWritten(input.form)) goOn(saved, input)
    },
  })
  const isChanged = isWritten(known.form)
  useKeys({ 'mod+s': () => element.current?.requestSubmit() }, { 'Ctrl S': words.saveDraft })
  const submit = (isPublished: boolean, expectedVersion = known.version): void =>
    save({ form, expectedVersion, isPublished })
  function take({ article, version }: OpenArticle): void {
    setForm(textOf(article))
    setKnown({ id: article.id, version, form: textOf(article) })
  }
  return (
    <form
      ref={element}
      className="relative lg:overflow-y-auto"
      onSubmit={(event) => {
        event.preventDefault()
        submit(false)
      }}
    >
      <PageHeader
        title={open ? words.editing : words.newArticle}
        aside={<p className="text-soft">{isChanged ? words.unsaved : ''}</p>}
        actions={
          <>
            <LeaveButton articleId={known.id} isChanged={isChanged} />
            <Button type="submit" busy={isBusy}>
              {words.saveDraft}
            </Button>
            {known.id ? (
              <Button look="primary" busy={isBusy} onClick={() => submit(true)}>
                {words.publish}
              </Button>
            ) : null}
          </>
        }
      />
      <div className="grid gap-6 px-4 pb-16 lg:grid-cols-2 lg:px-6">
        <div className="grid min-w-0 content-start gap-4">
          {isOvertaken ? (
            <OvertakenNote
              onTheirs={() => void settle(take)}
              onMine={() => void settle(({ version }) => submit(false, version))}
            />
          ) : null}
          <ArticleFields form={form} onChange={setForm} />
        </div>
        <Preview form={form} />
      </div>
      <LeaveGuard isNeeded={isChanged} />
    </form>
  )
}

function LeaveButton({ articleId, isChanged }: { articleId: string | undefined; isChanged: boolean }): ReactNode {
  const words = useWords(knowledgeWords)
  const shell = useWords(shellWords)
  const { id: workspaceId } = useDesk()
  const navigate = useNavigate()
  const leave = (): void =>
    articleId === undefined
      ? void navigate({ to: '/$workspaceId/knowledge', params: { workspaceId } })
      : void navigate({ to: '/$workspaceId/knowledge/$articleId', params: { workspaceId, articleId } })
  return (
    <Button look="quiet" onClick={leave}>
      {isChanged ? shell.cancel : words.done}
    </Button>
  )
}

/** Neither text is lost: whoever wrote second decides. */
function OvertakenNote({ onTheirs, onMine }: { onTheirs(): void; onMine(): void }): ReactNode {
  const { overtaken } = useWords(knowledgeWords)
  return (
    <div role="alert">
      <Note
        tone="warn"
        icon="alert"
        title={overtaken.title}
        actions={
          <>
            <Button onClick={onTheirs}>{overtaken.theirs}</Button>
            <Button look="danger" onClick={onMine}>
              {overtaken.mine}
            </Button>
          </>
        }
      >
        <p>{overtaken.text}</p>
      </Note>
    </div>
  )
}

function Preview({ form }: { form: ArticleForm }): ReactNode {
  const words = useWords(knowledgeWords)
  return (
    <section aria-label={words.preview} className="min-w-0">
      <Card className="grid gap-3 p-4 sm:p-6">
        <p className="text-small text-soft">{words.preview}</p>
        {form.title.trim() === '' ? null : <h2 className="text-title font-semibold wrap-anywhere">{form.title}</h2>}
        <MarkdownView text={form.body} />
      </Card>
    </section>
  )
}

/** Where a writer goes after saving. */
function useGoOn(isNew: boolean) {
  const navigate = useNavigate()
  const { id: workspaceId } = useDesk()
  return ({ id: articleId }: Saved, { isPublished }: Saving): void => {
    const to = {
      to: '/$workspaceId/knowledge/$articleId',
      params: { workspaceId, articleId },
      ignoreBlocker: true,
    } as const
    if (isPublished) void navigate(to)
    else if (isNew) void navigate({ ...to, search: { show: 'edit' }, replace: true })
  }
}

interface Hearers {
  /** The draft is kept, whatever becomes of its publication. */
  onSaved(saved: Saved, form: ArticleForm): void
  onDone(saved: Saved, input: Saving): void
}

function useSave(articleId: string | undefined, { onSaved, onDone }: Hearers) {
  const words = useWords(knowledgeWords)
  const client = useQueryClient()
  const asker = useDesk()
  const { id: workspaceId, api, desk } = asker
  const [isOvertaken, setOvertaken] = useState(false)
  const mutation = useChange<Saving, Saved>({
    async send({ form, expectedVersion, isPublished }, key) {
      const body: ArticleDraft = {
        ...form,
        ...(articleId !== undefined && { articleId, ...(expectedVersion !== undefined && { expectedVersion }) }),
      }
      const saved = await api.send<Saved>(`${desk}/article-drafts`, { method: 'POST', body, key })
      onSaved(saved, form)
      if (isPublished) await api.send(`${desk}/articles/${saved.id}/publish`, { method: 'POST', key: `${key}-publish` })
      return saved
    },
    onDone(saved, input) {
      setOvertaken(false)
      void client.invalidateQueries({ queryKey: [workspaceId, 'articles'] })
      void client.invalidateQueries({ queryKey: [workspaceId, 'article', saved.id], refetchType: 'none' })
      onDone(saved, input)
    },
    said: (_, { isPublished }) => (isPublished ? words.publishedNow : words.savedNow),
    onRefused({ status }) {
      if (status === 412) setOvertaken(true)
      return status === 412
    },
  })
  return {
    save: (input: Saving) => mutation.mutate(change(input)),
    isBusy: mutation.isPending,
    isOvertaken,
    /** Reads what the other has written, and goes on with it. */
    async settle(goOn: (theirs: OpenArticle) => void) {
      if (articleId === undefined) return
      const theirs = await client.fetchQuery({ ...articleQuery(asker, articleId, 'draft'), staleTime: 0 })
      setOvertaken(false)
      goOn(theirs)
    },
  }
}
