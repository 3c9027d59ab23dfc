import { useState, type ReactNode } from 'react'
import { Card } from '../../design/card.tsx'
import { useWords } from '../../language/language.tsx'
import { AskButton } from '../parts/ask-button.tsx'
import { useConsole, useDesk } from '../shell/console-context.ts'
import { Problem } from '../shell/problem.ts'
import { reasonOf } from '../shell/refusal.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { settingsWords } from './words/settings-words.ts'

/** Lets a member leave the workspace. */
export function LeaveCard(): ReactNode {
  const { leave: words } = useWords(settingsWords)
  const shell = useWords(shellWords)
  const { api, name, membershipId } = useDesk()
  const { base } = useConsole()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  async function leave(): Promise<void> {
    setBusy(true)
    setFault(undefined)
    try {
      await api.send(`/api/app/v1/me/memberships/${membershipId}`, { method: 'DELETE' })
      // Reload, so that nothing of the workspace is left in memory.
      location.assign(`${base}/w/`)
    } catch (error) {
      const isLastAdmin = error instanceof Problem && error.code === 'last_admin'
      setFault(isLastAdmin ? words.lastAdmin : reasonOf(error, shell))
      setBusy(false)
    }
  }
  return (
    <Card className="flex flex-wrap items-center gap-3 p-4">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-semibold">{words.title(name)}</h2>
        <p className="text-small text-soft">{words.text}</p>
        {fault === undefined ? null : (
          <p role="alert" className="text-small text-danger-text">
            {fault}
          </p>
        )}
      </div>
      <AskButton
        label={words.leave}
        really={words.really}
        what={name}
        busy={isBusy}
        isStill
        onYes={() => void leave()}
      />
    </Card>
  )
}
