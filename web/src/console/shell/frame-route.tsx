import { createRootRoute, createRoute } from '@tanstack/react-router'
import { ConsoleFrame } from './frame.tsx'
import { SessionGate, WorkspaceGate } from './gate.tsx'

export const root = createRootRoute({ component: SessionGate })
export const workspace = createRoute({ getParentRoute: () => root, path: '$workspaceId', component: WorkspaceGate })
export const frame = createRoute({ getParentRoute: () => workspace, id: 'frame', component: ConsoleFrame })
