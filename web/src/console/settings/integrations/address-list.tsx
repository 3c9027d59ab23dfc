import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { InboundAddress } from '../../../../../src/modules/inbound/delivery.schema.ts'
import { CopyButton } from '../../../design/copy-button.tsx'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { settingsWords } from '../words/settings-words.ts'
import { ADDRESSES, addressOf } from './addresses.ts'
import type { Connected } from './connected.ts'
import { integrationsWords } from './words/integrations-words.ts'

/** Where the system has to send to, to be pasted over there. */
export function AddressList({ connected }: { connected: Connected }): ReactNode {
  const words = useWords(integrationsWords)
  const { copy, copied } = useWords(settingsWords)
  const { id, api, desk } = useDesk()
  const { data } = useQuery({
    queryKey: [id, 'inbound-address'],
    staleTime: Infinity,
    queryFn: ({ signal }) => api.read<InboundAddress>(`${desk}/inbound-address`, {}, signal),
  })
  const list = ADDRESSES[connected.system]
  if (list.length === 0 || !data) return null
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-accent-text">
        <span className="sr-only">{connected.name}: </span>
        {words.addresses.title}
      </summary>
      <dl className="grid gap-3">
        {list.map(({ use, path }) => {
          const address = addressOf(data.baseUrl, path, { workspaceId: id, integrationId: connected.id })
          return (
            <div key={path} className="grid gap-1">
              <dt className="text-small text-soft">{words.addresses[use]}</dt>
              <dd className="flex flex-wrap items-center gap-2">
                <code className="min-w-0 flex-1 basis-64 rounded-control bg-sunken px-3 py-2.5 font-mono text-small wrap-anywhere">
                  {address}
                </code>
                <CopyButton text={address} what={words.addresses[use]} words={{ copy, copied }} />
              </dd>
            </div>
          )
        })}
        {list.some(({ path }) => /\{(?!workspaceId|integrationId)/.test(path)) ? (
          <p className="text-small text-soft">{words.addresses.braces}</p>
        ) : null}
      </dl>
    </details>
  )
}
