import type { ReactNode } from 'react'
import { RoleGate } from '../shell/gate.tsx'
import { ArticleEditor } from './article-editor.tsx'

export function NewArticlePage(): ReactNode {
  return (
    <RoleGate needs="manager">
      <ArticleEditor />
    </RoleGate>
  )
}
