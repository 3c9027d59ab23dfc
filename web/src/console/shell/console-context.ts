import { createContext, useContext, useSyncExternalStore } from 'react'
import type { MyWorkspace } from '../../../../src/modules/identity/account.schema.ts'
import type { AuthUser } from '../../../../src/modules/identity/session.schema.ts'
import { deskPath, openPath, type Api } from './request.ts'
import type { Session, SessionState } from './session.ts'

interface Console {
  base: string
  session: Session
  api: Api
}

export const ConsoleContext = createContext<Console | undefined>(undefined)

export function useConsole(): Console {
  const found = useContext(ConsoleContext)
  if (!found) throw new Error('outside of the console')
  return found
}

export function useSession(): SessionState {
  const { session } = useConsole()
  return useSyncExternalStore(session.subscribe, session.state)
}

/** The workspace of the page, and what the person is in it. */
export interface Entered extends MyWorkspace {
  user: AuthUser
  others: readonly MyWorkspace[]
}

export const WorkspaceContext = createContext<Entered | undefined>(undefined)

export interface Desk extends Entered {
  api: Api
  /** Where the things of the workspace are asked for: as integrators do, and as only people do. */
  open: string
  desk: string
}

export function useDesk(): Desk {
  const { api } = useConsole()
  const entered = useContext(WorkspaceContext)
  if (!entered) throw new Error('outside of a workspace')
  return { ...entered, api, open: openPath(entered.id), desk: deskPath(entered.id) }
}

const ROLES = ['member', 'manager', 'admin'] as const
type Role = MyWorkspace['role']

/** What the role may not do is not shown; the server refuses it besides. */
export function useRole(): { role: Role; may(needed: Role): boolean } {
  const { role } = useDesk()
  return { role, may: (needed) => mayAs(role, needed) }
}

export function mayAs(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
