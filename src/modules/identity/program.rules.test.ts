import { expect, test } from 'vitest'
import { programOf } from './program.rules.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Linux'],
  ['curl/8.1.2', 'curl'],
  ['', ''],
])('%j is %j', (userAgent, program) => {
  expect(programOf(userAgent)).toBe(program)
})
