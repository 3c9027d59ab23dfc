import type { Ctx, WorkspaceCtx } from '#core/context.ts'
import { fileLink } from '#core/file-link.ts'
import { attachmentRowsOf, type AttachmentRow } from './attachment.queries.ts'
import type { Attachment } from './attachment.schema.ts'

/** As answers show it: with the address of the copy in place of where it is kept. */
export function attachmentOf<Row extends AttachmentRow>(
  { services }: Ctx,
  { storageKey, ...row }: Row,
): Omit<Row, 'storageKey'> & Attachment {
  const url = storageKey === null ? null : fileLink(services, storageKey)
  return { ...row, internalUrl: url, externalUrl: url }
}

export async function attachmentsOf(
  ctx: WorkspaceCtx,
  taskIds: string[],
): Promise<(Attachment & { taskId: string })[]> {
  return (await attachmentRowsOf(ctx, taskIds)).map((row) => attachmentOf(ctx, row))
}
