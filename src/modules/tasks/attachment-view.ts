import type { Ctx } from '#core/context.ts'
import { fileLink } from '#core/file-link.ts'
import type { AttachmentRow } from './attachment.queries.ts'
import type { Attachment } from './attachment.schema.ts'

/** As answers show it: with the address of the copy in place of where it is kept. */
export function attachmentOf<Row extends AttachmentRow>(
  { services }: Ctx,
  { storageKey, ...row }: Row,
): Omit<Row, 'storageKey'> & Attachment {
  const url = storageKey === null ? null : fileLink(services, storageKey)
  return { ...row, internalUrl: url, externalUrl: url }
}
