import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { serverArguments } from '../bin/server.mjs'

test('the image runs the server as npm start does', () => {
  const dockerfile = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8')
  expect(dockerfile).toContain(`\nCMD ${JSON.stringify(['node', ...serverArguments]).replaceAll(',', ', ')}\n`)
})
