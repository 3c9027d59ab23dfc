import type { ReactNode } from 'react'
import { ScrollBox } from '../parts/scroll-box.tsx'

/** A value of JSON as people read it: few plain fields as a list, anything else as it is written. */
export function DataView({ title, value }: { title: string; value: unknown }): ReactNode {
  const fields = plainFields(value)
  return (
    <div className="grid min-w-0 gap-1">
      <h3 className="text-small font-medium text-soft">{title}</h3>
      {fields ? (
        <dl className="grid grid-cols-[minmax(0,max-content)_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-control bg-sunken p-3 text-small">
          {fields.map(([name, text]) => (
            <div key={name} className="contents">
              <dt className="text-soft">{name}</dt>
              <dd className="font-medium whitespace-pre-line">{text}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <ScrollBox
          label={title}
          className="max-h-80 rounded-control bg-sunken p-3 font-mono text-small whitespace-pre-wrap"
        >
          {value === undefined ? '' : JSON.stringify(value, null, 2)}
        </ScrollBox>
      )}
    </div>
  )
}

const FIELDS_MAX = 12

function plainFields(value: unknown): [string, string][] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value)
  const isPlain = entries.every(([, each]) => typeof each !== 'object' || each === null)
  if (!isPlain || entries.length === 0 || entries.length > FIELDS_MAX) return undefined
  return entries.map(([name, each]) => [name, String(each)])
}
