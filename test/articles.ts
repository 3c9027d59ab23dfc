import type { Harness } from './harness.ts'

/** A published article; answers its id. */
export async function publishArticle(
  { asAdmin }: Harness,
  title: string,
  body: string,
  fields: object = {},
): Promise<string> {
  const { body: article } = await asAdmin.post('/articles', { title, body, ...fields })
  await asAdmin.post(`/articles/${article.id}/publish`)
  return article.id
}
