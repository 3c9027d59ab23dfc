import type { ReactNode } from 'react'
import type { AuditRecord } from '../../../../../src/modules/identity/audit.schema.ts'
import { Badge } from '../../../design/badge.tsx'
import { Card } from '../../../design/card.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { auditWords } from './words/audit-words.ts'

/** One thing that somebody did; opened, it says what was before and what is since. */
export function AuditRow({ entry }: { entry: AuditRecord }): ReactNode {
  const words = useWords(auditWords)
  const { format } = useLanguage()
  const { timezone } = useDesk()
  const { actor, target, details, before, requestId, createdAt } = entry
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(details)])]
  const name = typeof details.name === 'string' ? details.name : target.name
  return (
    <Card>
      <details className="group">
        <summary className="flex min-h-14 list-none flex-wrap items-center gap-x-3 gap-y-0.5 rounded-card px-4 py-2.5 hover:bg-sunken">
          <span className="min-w-0 flex-1 basis-64">
            <span className="font-semibold">{useSentence(entry)}</span>
            {name === null ? null : (
              <span>
                {' '}
                · <bdi>{name}</bdi>
              </span>
            )}
          </span>
          <span className="text-small text-soft">
            <bdi>{actor.name ?? (actor.kind === 'system' ? words.system : words.somebody)}</bdi>
            {actor.kind === 'key' ? (
              <>
                {' '}
                <Badge>{words.keyMark}</Badge>
              </>
            ) : null}
            {' · '}
            <time dateTime={createdAt}>{format.momentAt(createdAt, timezone)}</time>
          </span>
        </summary>
        <div className="grid gap-2 border-t border-line px-4 py-3">
          <table className="w-full table-fixed text-left text-small">
            <thead className="text-soft">
              <tr>
                <th scope="col" className="w-1/4 py-1 font-medium">
                  {words.field}
                </th>
                {before ? (
                  <th scope="col" className="py-1 font-medium">
                    {words.before}
                  </th>
                ) : null}
                <th scope="col" className="py-1 font-medium">
                  {before ? words.after : words.details}
                </th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field} className="border-t border-line align-top">
                  <th scope="row" className="py-1.5 pr-3 font-mono font-normal">
                    {field}
                  </th>
                  {before ? (
                    <td className="py-1.5 pr-3 text-danger-text">
                      {Object.hasOwn(before, field) ? textOf(before[field], words.nothing) : ''}
                    </td>
                  ) : null}
                  <td className={`py-1.5 ${before && Object.hasOwn(before, field) ? 'text-accent-text' : ''}`}>
                    {textOf(details[field], words.nothing)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {requestId === null ? null : <p className="text-small text-soft">{words.request(requestId)}</p>}
        </div>
      </details>
    </Card>
  )
}

/** `api_key.revoked` in the reader's words; what has none yet is shown as it is. */
function useSentence({ action, target }: AuditRecord): string {
  const words = useWords(auditWords)
  const [noun = '', happened = ''] = action.split('.')
  const things: Record<string, string> = words.things
  const thing = things[noun] ?? things[target.kind]
  const what = (words.happened as Record<string, string>)[happened]
  return thing === undefined || what === undefined ? action : `${thing}: ${what}`
}

function textOf(value: unknown, nothing: string): string {
  if (value === null || value === undefined || value === '') return nothing
  if (Array.isArray(value) && value.length === 0) return nothing
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
