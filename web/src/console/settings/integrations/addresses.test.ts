import { expect, test } from 'vitest'
import { addressOf } from './addresses.ts'

test('our own ids are put in, what only the person knows is left', () => {
  const ids = { workspaceId: 'sea side', integrationId: 'i1' }
  expect(addressOf('https://inn.example', '/a/{workspaceId}/{integrationId}?token={transcriptToken}', ids)).toBe(
    'https://inn.example/a/sea%20side/i1?token={transcriptToken}',
  )
})
