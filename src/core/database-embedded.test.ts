import { expect, test } from 'vitest'
import { folderFailure } from './database-embedded.ts'

test('what the file system of the embedded database knows only by a number is told in words', () => {
  // As it is thrown on a full disk.
  const full = { name: 'ErrnoError', errno: 51 }
  expect(folderFailure('/data', full)).toMatchObject({
    message: 'the embedded database in /data cannot be opened: no space is left on the disk.',
    cause: full,
  })
  const other = new Error('a defect')
  expect(folderFailure('/data', other)).toBe(other)
  const ofNode = Object.assign(new Error('ENOSPC: no space left on device, mkdir'), { errno: -28, code: 'ENOSPC' })
  expect(folderFailure('/data', ofNode)).toBe(ofNode)
})
