import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../../language/language.tsx'
import { Picker } from '../parts/picker.tsx'
import { useDesk } from './console-context.ts'
import { shellWords } from './words/shell-words.ts'

export function WorkspacePicker({ onClose }: { onClose(): void }): ReactNode {
  const { id, name, others } = useDesk()
  const words = useWords(shellWords)
  const navigate = useNavigate()
  return (
    <Picker
      title={words.switchWorkspace}
      placeholder={words.search}
      none={words.none}
      options={[
        { value: id, label: name, isChosen: true },
        ...others.map((each) => ({ value: each.id, label: each.name })),
      ]}
      onPick={(workspaceId) => void navigate({ to: '/$workspaceId/tasks', params: { workspaceId } })}
      onClose={onClose}
    />
  )
}
