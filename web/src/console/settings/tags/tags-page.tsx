import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { TagDetails, TagUpdate } from '../../../../../src/modules/tasks/tag.schema.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { useWords } from '../../../language/language.tsx'
import { usePaged } from '../../parts/paged.tsx'
import { showChanged } from '../../parts/show-changed.ts'
import { useDesk } from '../../shell/console-context.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { SettingsList } from '../settings-list.tsx'
import { settingsWords } from '../words/settings-words.ts'
import { TagSheet } from './tag-sheet.tsx'
import { tagsWords } from './words/tags-words.ts'

/** Words to find and sort tasks by. One that is out of use stays on the tasks that have it. */
export function TagsPage(): ReactNode {
  const words = useWords(tagsWords)
  const { about } = useWords(settingsWords)
  const { id, desk } = useDesk()
  const [shown, setShown] = useState<TagDetails | 'new'>()
  const list = usePaged<TagDetails>([id, 'tags', 'details'], `${desk}/task-tags`)
  return (
    <SettingsList
      title={words.title}
      text={about.tags}
      list={list}
      make={{ label: words.make, onMake: () => setShown('new') }}
      empty={{ icon: 'hash', title: words.none, text: words.noneText }}
      renderRow={(tag) => <TagRow tag={tag} onEdit={() => setShown(tag)} />}
    >
      {shown ? <TagSheet tag={shown === 'new' ? undefined : shown} onClose={() => setShown(undefined)} /> : null}
    </SettingsList>
  )
}

function TagRow({ tag, onEdit }: { tag: TagDetails; onEdit(): void }): ReactNode {
  const words = useWords(tagsWords)
  const { edit } = useWords(settingsWords)
  const { id, api, desk } = useDesk()
  const client = useQueryClient()
  const { name, color, active } = tag
  const use = useChange<TagUpdate, TagDetails>({
    show: (fields) => showChanged<TagDetails>(client, [id, 'tags', 'details'], tag.id, fields),
    send: (body, key) => api.send(`${desk}/task-tags/${tag.id}`, { method: 'PATCH', body, key }),
    onDone: () => void client.invalidateQueries({ queryKey: [id, 'tags'] }),
    said: (after) => (after.active ? words.revived(after.name) : words.retired(after.name)),
    undo: (after) => () => use.mutate(change({ active: !after.active })),
  })
  const label = active ? words.retire : words.revive
  return (
    <Card className="flex flex-wrap items-center gap-3 px-4 py-2.5">
      <span aria-hidden="true" className="size-4 shrink-0 rounded-full" style={{ backgroundColor: color }} />
      <h2 className={`font-semibold ${active ? '' : 'text-soft'}`}>{name}</h2>
      {active ? null : <Badge>{words.outOfUse}</Badge>}
      <div className="ml-auto flex flex-wrap gap-2">
        <Button aria-label={`${edit}: ${name}`} onClick={onEdit}>
          {edit}
        </Button>
        <Button look="quiet" aria-label={`${label}: ${name}`} onClick={() => use.mutate(change({ active: !active }))}>
          {label}
        </Button>
      </div>
    </Card>
  )
}
