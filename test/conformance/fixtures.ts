import type { Overlay } from '#mcp/server.ts'
import { addDialogueFixtures, readState } from './dialogue-fixtures.ts'
import { addPlainFixtures } from './plain-fixtures.ts'

/** What the suite wants of a server besides what the product has. */
export const fixtures: Overlay = {
  readState,
  extend(server) {
    addPlainFixtures(server)
    addDialogueFixtures(server)
  },
}
