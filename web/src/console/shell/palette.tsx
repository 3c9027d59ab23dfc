import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { useWords } from '../../language/language.tsx'
import { Picker, type Option } from '../parts/picker.tsx'
import { useDesk, useRole } from './console-context.ts'
import { atPage, PAGES } from './pages.ts'
import { SETTINGS_PAGES } from './settings-pages.ts'
import { shellWords } from './words/shell-words.ts'

const FOUND_MAX = 8

interface PaletteProps {
  onClose(): void
  onShortcuts(): void
  onNewTask(): void
}

/** Everything one can go to or do, and every task, by a few letters. */
export function Palette({ onClose, onShortcuts, onNewTask }: PaletteProps): ReactNode {
  const { id, others } = useDesk()
  const { may } = useRole()
  const words = useWords(shellWords)
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const found = useFoundTasks(text)

  const commands = useMemo((): (Option & { run(): void })[] => {
    const pages = PAGES.filter(({ role }) => may(role)).map(({ to, name, icon, keys }) => ({
      value: to,
      icon,
      label: words.commands.goTo(words.nav[name]),
      hint: keys,
      run: () => void navigate({ to, params: atPage(id) }),
    }))
    const settings = SETTINGS_PAGES.filter(({ role }) => may(role)).map(({ to, name, icon }) => ({
      value: to,
      icon,
      label: words.commands.goTo(words.nav[name]),
      hint: words.nav.settings,
      run: () => void navigate({ to, params: { workspaceId: id } }),
    }))
    return [
      { value: 'new', icon: 'plus', label: words.commands.newTask, hint: 'c', run: onNewTask },
      ...pages,
      ...settings,
      ...others.map((other) => ({
        value: `workspace ${other.id}`,
        label: words.commands.switchTo(other.name),
        run: () => void navigate({ to: '/$workspaceId/tasks', params: { workspaceId: other.id } }),
      })),
      { value: 'keys', icon: 'keyboard', label: words.commands.shortcuts, hint: '?', run: onShortcuts },
    ]
  }, [id, others, may, words, navigate, onNewTask, onShortcuts])

  const wanted = text.trim().toLowerCase()
  const options: Option[] = [
    ...commands.filter(({ label }) => label.toLowerCase().includes(wanted)),
    ...found.map((task): Option => ({
      value: `task ${task.id}`,
      label: task.title,
      hint: task.shortId,
      icon: 'arrowRight',
    })),
  ]
  function pick(value: string): void {
    const taskId = value.startsWith('task ') ? value.slice(5) : undefined
    if (taskId === undefined) commands.find((command) => command.value === value)?.run()
    else void navigate({ to: '/$workspaceId/tasks/$taskId', params: { workspaceId: id, taskId } })
  }
  return (
    <Picker
      title={words.palette.title}
      placeholder={words.palette.placeholder}
      none={words.none}
      options={options}
      onSearch={setText}
      onPick={pick}
      onClose={onClose}
    />
  )
}

function useFoundTasks(text: string): readonly Task[] {
  const { id, api, desk } = useDesk()
  const q = useDeferredValue(text.trim())
  const { data } = useQuery({
    queryKey: [id, 'tasks', 'found', q],
    queryFn: ({ signal }) => api.read<{ items: Task[] }>(`${desk}/tasks`, { q, limit: FOUND_MAX }, signal),
    enabled: q.length > 1,
    placeholderData: (before) => before,
  })
  return q.length > 1 ? (data?.items ?? []) : []
}
