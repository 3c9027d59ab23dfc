import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ApprovalResolve, WorkflowApproval } from '../../../../../src/modules/workflows/approval.schema.ts'
import { Button } from '../../../design/button.tsx'
import { TextField } from '../../../design/field.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { bringIntoSight } from '../../parts/in-sight.ts'
import { Picker } from '../../parts/picker.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import { useNotices } from '../../shell/notice-list.tsx'
import type { Tagged } from '../../shell/request.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { shellWords } from '../../shell/words/shell-words.ts'
import { usePeople } from '../../tasks/lookup-queries.ts'
import { DataView } from '../data-view.tsx'
import { approvalQuery } from './approval-queries.ts'
import { fieldsOf, filledIn, type Filled } from './form-fields.ts'
import { FormFieldInput } from './form-field.tsx'
import { approvalsWords } from './words/approvals-words.ts'

/** The form of an approval, answered where it stands. */
export function AnswerForm({ approvalId }: { approvalId: string }): ReactNode {
  const desk = useDesk()
  const { data, isPending, error, refetch } = useQuery(approvalQuery(desk, approvalId))
  // A reminder is a new version too: what is being filled in stays while it is asked for.
  if (data) {
    const { value, tag } = data
    return <Form key={hashKey([approvalId, value.form])} approval={value} tag={tag} />
  }
  return isPending ? <Waiting /> : <LoadFailure error={error} onRetry={() => void refetch()} />
}

interface Answer {
  body: ApprovalResolve
  /** Who is asked instead. */
  name?: string
}

function Form({ approval, tag }: { approval: WorkflowApproval; tag: string }): ReactNode {
  const words = useWords(approvalsWords)
  const { language } = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  // Whoever has asked for it is still in the card: its buttons must not be below what they see.
  useEffect(() => {
    if (form.current?.closest('article')?.contains(document.activeElement)) bringIntoSight(form.current)
  }, [])
  const [faults, setFaults] = useState<Filled['faults']>({})
  const [isAsking, setAsking] = useState(false)
  const resolve = useResolve(approval.id, tag)
  const fields = fieldsOf(approval.form)
  function send(decision: 'approve' | 'reject'): void {
    if (!form.current) return
    const written = new FormData(form.current)
    const { data, faults } = filledIn(fields, (name) => written.get(`field:${name}`) as string | null, language)
    // Whoever says no need not fill in anything.
    const isRefusal = decision === 'reject'
    setFaults(isRefusal ? {} : faults)
    if (!isRefusal && Object.keys(faults).length > 0) return
    const comment = String(written.get('comment')).trim()
    const body = {
      decision,
      ...(comment === '' ? {} : { comment }),
      ...(fields.length === 0 || isRefusal ? {} : { data }),
    }
    resolve.mutate(change({ body }))
  }
  return (
    <form
      ref={form}
      className="grid scroll-mb-4 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        send('approve')
      }}
    >
      {approval.context === null ? null : <DataView title={words.context} value={approval.context} />}
      {fields.map((field) => (
        <FormFieldInput key={field.name} field={{ ...field, name: `field:${field.name}` }} fault={faults[field.name]} />
      ))}
      <TextField label={words.comment} name="comment" maxLength={2000} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" icon="check" busy={resolve.isPending}>
          {words.approve}
        </Button>
        <Button look="danger" icon="x" busy={resolve.isPending} onClick={() => send('reject')}>
          {words.reject}
        </Button>
        <Button look="quiet" onClick={() => setAsking(true)}>
          {words.ask}
        </Button>
      </div>
      {isAsking ? (
        <PersonPicker
          onPick={(userId, name) =>
            resolve.mutate(change({ name, body: { decision: 'reassign' as const, assignees: { userIds: [userId] } } }))
          }
          onClose={() => setAsking(false)}
        />
      ) : null}
    </form>
  )
}

function useResolve(approvalId: string, tag: string) {
  const words = useWords(approvalsWords)
  const client = useQueryClient()
  const notices = useNotices()
  const { id, api, desk } = useDesk()
  const again = (): void => {
    for (const name of ['approvals', 'approval']) void client.invalidateQueries({ queryKey: [id, name] })
  }
  return useChange<Answer, Tagged<WorkflowApproval>>({
    send: ({ body }, key) =>
      api.sendTagged(`${desk}/workflow-approvals/${approvalId}/resolve`, { method: 'POST', body, key, match: tag }),
    onDone(result) {
      client.setQueryData([id, 'approval', approvalId], result)
      again()
    },
    said: ({ value }, { name }) => {
      if (name !== undefined) return words.reassigned(name)
      return value.status === 'approved' ? words.approved : words.rejected
    },
    onRefused({ status }) {
      if (status !== 412) return false
      again()
      notices.say({ tone: 'danger', text: words.changedMeanwhile })
      return true
    },
  })
}

function PersonPicker(props: { onPick(userId: string, name: string): void; onClose(): void }): ReactNode {
  const words = useWords(approvalsWords)
  const shell = useWords(shellWords)
  const people = usePeople().filter(({ kind }) => kind === 'user')
  return (
    <Picker
      title={words.askWho}
      placeholder={shell.search}
      none={shell.none}
      options={people.map(({ id, name }) => ({ value: id, label: name }))}
      onPick={(userId) => props.onPick(userId, people.find(({ id }) => id === userId)?.name ?? '')}
      onClose={props.onClose}
    />
  )
}
