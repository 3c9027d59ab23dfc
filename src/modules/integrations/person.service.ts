import type { WorkspaceCtx } from '#core/context.ts'
import { currentMembers, findMemberByEmail } from '#modules/identity/member.service.ts'
import { emailInChat } from './chat-app.service.ts'
import type { Receiver } from './receiver.service.ts'

/** Somebody at the other side. */
export interface Outsider {
  externalId: string
  /** The channel itself vouches for the writer; a claim in the message is not enough. */
  isProven?: boolean
  /** The mail server that vouches; a setting decides whether its word counts. */
  vouchedBy?: string
  /** Nobody else reads the answer. */
  isAlone?: boolean
  /** Their number, if the channel vouches for it. */
  phone?: string | undefined
  /** Only where the other side knows it to be the person's own. */
  email?: string | undefined
  /** The company of theirs, where the other side has several. */
  team?: string | undefined
}

/** The member who this is: as an administrator has linked them, or by the e-mail address. Not in a transaction. */
export async function memberBehind(
  ctx: WorkspaceCtx,
  receiver: Receiver,
  outsider: Outsider,
): Promise<string | undefined> {
  const links = receiver.settings.people?.filter(({ externalId }) => externalId === outsider.externalId) ?? []
  const linked = links.find(({ userId }) => userId)?.userId ?? undefined
  // Somebody linked as an outsider stays one, whatever their address.
  if (linked === undefined && links.length > 0) return undefined
  if (linked !== undefined) return (await currentMembers(ctx, [linked])).has(linked) ? linked : undefined
  const email = outsider.email ?? (await askedFor(ctx, receiver, outsider))
  return email === undefined ? undefined : (await findMemberByEmail(ctx, email))?.userId
}

async function askedFor(
  ctx: WorkspaceCtx,
  { kind, secrets, accounts }: Receiver,
  { externalId: user, team: said }: Outsider,
): Promise<string | undefined> {
  // The company that is connected, whatever company the person says to be of.
  const team = accounts.flatMap((account) => account.split('/')[1] ?? [])[0] ?? said
  const [token] = kind === 'chat_workspace_app' ? secrets('botToken') : []
  return token === undefined ? undefined : emailInChat(ctx, token, { user, team })
}
