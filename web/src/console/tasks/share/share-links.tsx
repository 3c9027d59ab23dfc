import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ShareLink, ShareLinkCreate } from '../../../../../src/modules/links/share-link.schema.ts'
import type { Task } from '../../../../../src/modules/tasks/task.schema.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { useWords } from '../../../language/language.tsx'
import { useMoment } from '../../parts/moment.ts'
import { useDesk } from '../../shell/console-context.ts'
import { useRefusal } from '../../shell/refusal.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { linksQuery } from '../task-queries.ts'
import { tasksWords } from '../words/tasks-words.ts'
import { ShareSheet } from './share-sheet.tsx'
import { shareWords } from './words/share-words.ts'

type Listed = Omit<ShareLink, 'url'>

/** Links for people without an account: made, shown again, withdrawn. */
export function ShareLinks({ task }: { task: Task }): ReactNode {
  const words = useWords(shareWords)
  const tell = useRefusal()
  const client = useQueryClient()
  const desk = useDesk()
  const [shown, setShown] = useState<ShareLink | 'new'>()
  const links = useQuery(linksQuery(desk, task.id)).data?.items ?? []
  const path = `${desk.desk}/tasks/${task.id}/share-links`
  const again = (): void => void client.invalidateQueries({ queryKey: [desk.id, 'task', task.id] })
  const make = useChange<ShareLinkCreate, ShareLink>({
    send: (body, key) => desk.api.send(path, { method: 'POST', body, key }),
    onDone(link) {
      setShown(link)
      again()
    },
  })
  const withdraw = useChange<Listed, unknown>({
    send: (link, key) => desk.api.send(`${path}/${link.id}/revoke`, { method: 'POST', key }),
    onDone: again,
    said: () => words.withdrawn,
  })
  const show = (link: Listed): void =>
    void desk.api
      .read<ShareLink>(`${path}/${link.id}`)
      .then(setShown)
      .catch((error: unknown) => tell(error))
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="font-semibold">{words.title}</h2>
      <ul className="grid gap-2">
        {links.map((link) => (
          <LinkRow
            key={link.id}
            link={link}
            onShow={() => show(link)}
            onWithdraw={() => withdraw.mutate(change(link))}
          />
        ))}
      </ul>
      <Button look="tinted" icon="link" onClick={() => setShown('new')}>
        {words.make}
      </Button>
      {shown ? (
        <ShareSheet
          task={task}
          link={shown === 'new' ? undefined : shown}
          isBusy={make.isPending}
          onMake={(input) => make.mutate(change(input))}
          onClose={() => setShown(undefined)}
        />
      ) : null}
    </Card>
  )
}

function LinkRow({ link, onShow, onWithdraw }: { link: Listed; onShow(): void; onWithdraw(): void }): ReactNode {
  const words = useWords(shareWords)
  const { to } = useWords(tasksWords)
  const moment = useMoment()
  const name = link.technicianName ?? words.anybody
  const until = link.expiresAt === null ? words.forEver : `${to} ${moment(link.expiresAt)}`
  return (
    <li className="grid gap-1 border-t border-line pt-2">
      <p className="flex items-center justify-between gap-2">
        <span className="min-w-0 truncate font-medium">{name}</span>
        <Badge tone={link.state === 'active' ? 'good' : 'plain'}>{words.states[link.state]}</Badge>
      </p>
      <p className="text-small text-soft">
        {words.modes[link.mode]} · {until}
      </p>
      {link.state === 'active' ? (
        <div className="flex flex-wrap gap-1">
          <Button look="quiet" aria-label={`${words.show}: ${name}`} onClick={onShow}>
            {words.show}
          </Button>
          <Button look="quiet" aria-label={`${words.withdraw}: ${name}`} onClick={onWithdraw}>
            {words.withdraw}
          </Button>
        </div>
      ) : null}
    </li>
  )
}
