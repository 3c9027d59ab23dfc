import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Member, MemberAdd } from '../../../../src/modules/identity/member.schema.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Options, SelectField } from '../../design/field.tsx'
import { useWords } from '../../language/language.tsx'
import { AskButton } from '../parts/ask-button.tsx'
import { useMoment } from '../parts/moment.ts'
import { usePaged } from '../parts/paged.tsx'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { MemberSheet, type AddedMember } from './member-sheet.tsx'
import { SettingsList } from './settings-list.tsx'
import { settingsWords } from './words/settings-words.ts'

const ROLES = ['member', 'manager', 'admin'] as const satisfies readonly Member['role'][]

/** Who is in the workspace, and as what. */
export function MembersPage(): ReactNode {
  const words = useWords(settingsWords)
  const { id, api, desk } = useDesk()
  const client = useQueryClient()
  const [shown, setShown] = useState<AddedMember | 'new'>()
  const list = usePaged<Member>([id, 'members'], `${desk}/members`)
  const again = (): void => void client.invalidateQueries({ queryKey: [id, 'members'] })
  const add = useChange<MemberAdd, AddedMember>({
    send: (body, key) => api.send(`${desk}/members`, { method: 'POST', body, key }),
    onDone(added) {
      setShown(added.temporaryPassword === null ? undefined : added)
      again()
    },
    said: ({ fullName }) => words.members.added(fullName),
  })
  return (
    <SettingsList
      title={words.members.title}
      text={words.about.members}
      list={list}
      make={{ label: words.members.add, onMake: () => setShown('new') }}
      empty={{ icon: 'users', title: words.members.title, text: words.about.members }}
      renderRow={(member) => <MemberRow member={member} onChanged={again} />}
    >
      {shown ? (
        <MemberSheet
          added={shown === 'new' ? undefined : shown}
          isBusy={add.isPending}
          onAdd={(input) => add.mutate(change(input))}
          onClose={() => setShown(undefined)}
        />
      ) : null}
    </SettingsList>
  )
}

function MemberRow({ member, onChanged }: { member: Member; onChanged(): void }): ReactNode {
  const words = useWords(settingsWords)
  const moment = useMoment()
  const shell = useWords(shellWords)
  const { api, desk, user } = useDesk()
  /** Chosen, and not sent yet: by keyboard one comes past roles that nobody is to have. */
  const [wanted, setWanted] = useState<Member['role']>()
  const path = `${desk}/members/${member.id}`
  const setRole = useChange<Member['role'], Member>({
    send: (role, key) => api.send(path, { method: 'PATCH', body: { role }, key }),
    onDone() {
      setWanted(undefined)
      onChanged()
    },
    said: ({ fullName, role }) => words.members.changed(fullName, words.roles[role].name),
  })
  const remove = useChange<Member, unknown>({
    send: (_, key) => api.send(path, { method: 'DELETE', key }),
    onDone: onChanged,
    said: (_, { fullName }) => words.members.removed(fullName),
  })
  const signedIn =
    member.state === 'invited'
      ? words.members.invited
      : member.lastSignInAt === null
        ? words.members.never
        : words.members.lastSignIn(moment(member.lastSignInAt))
  return (
    <Card className="flex flex-wrap items-end gap-3 p-4">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="truncate font-semibold">
          <bdi>{member.fullName}</bdi>
          {member.userId === user.id ? <span className="font-normal text-soft"> · {words.members.you}</span> : null}
        </h2>
        <p className="truncate text-small text-soft">{member.email}</p>
        <p className="text-small text-soft">{signedIn}</p>
      </div>
      {/* The question stands in the place of the role: nothing moves under the pointer. */}
      <div className="group flex min-h-14 w-full items-center justify-end gap-3 sm:w-80">
        <div className="min-w-0 flex-1 group-has-[[data-asking]]:hidden">
          <SelectField
            label={`${words.members.role}: ${member.fullName}`}
            isLabelHidden
            value={wanted ?? member.role}
            onChange={({ target }) => setWanted(ROLES.find((role) => role === target.value))}
          >
            <Options values={ROLES} text={(role) => words.roles[role].name} />
          </SelectField>
        </div>
        {wanted === undefined || wanted === member.role ? (
          <AskButton
            label={words.members.remove}
            really={words.members.reallyRemove}
            what={member.fullName}
            busy={remove.isPending}
            isStill
            onYes={() => remove.mutate(change(member))}
          />
        ) : (
          <>
            <Button
              look="quiet"
              aria-label={`${shell.cancel}: ${member.fullName}`}
              onClick={() => setWanted(undefined)}
            >
              {shell.cancel}
            </Button>
            <Button
              look="tinted"
              busy={setRole.isPending}
              aria-label={`${shell.save}: ${member.fullName}`}
              onClick={() => setRole.mutate(change(wanted))}
            >
              {shell.save}
            </Button>
          </>
        )}
      </div>
    </Card>
  )
}
