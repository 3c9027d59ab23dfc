import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState, type ReactNode } from 'react'
import { useWords } from '../../language/language.tsx'
import { Picker } from '../parts/picker.tsx'
import { plain } from '../parts/plain-letters.ts'
import { useConsole, useDesk, useRole } from './console-context.ts'
import { useFound, type Command } from './found.ts'
import { atPage, PAGES } from './pages.ts'
import { SETTINGS_PAGES } from './settings-pages.ts'
import { shellWords } from './words/shell-words.ts'

interface PaletteProps {
  onClose(): void
  onShortcuts(): void
  onNewTask(): void
}

/** Everything one can go to or do, and every thing of the workspace, by a few letters. */
export function Palette({ onClose, onShortcuts, onNewTask }: PaletteProps): ReactNode {
  const { session } = useConsole()
  const { id, others } = useDesk()
  const { may } = useRole()
  const words = useWords(shellWords)
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const found = useFound(text)

  const commands = useMemo((): Command[] => {
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
      { value: 'leave', icon: 'leave', label: words.signOut, run: () => void session.signOut() },
    ]
  }, [session, id, others, may, words, navigate, onNewTask, onShortcuts])

  const wanted = plain(text.trim())
  const options = [...commands.filter(({ label }) => plain(label).includes(wanted)), ...found]
  const pick = (value: string): void => options.find((option) => option.value === value)?.run()
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
