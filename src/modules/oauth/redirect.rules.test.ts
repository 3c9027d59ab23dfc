import { expect, test } from 'vitest'
import { isRedirectAllowed, isRedirectKnown } from './redirect.rules.ts'

test.each([
  ['https://claude.ai/api/mcp/auth_callback', true],
  ['http://127.0.0.1:33418/', true],
  ['http://localhost/callback', true],
  ['cursor://anysphere.cursor-mcp/oauth', true],
  ['http://example.com/callback', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['https://user:secret@example.com/', false],
  ['https://example.com/#part', false],
  ['nonsense', false],
])('%s may be registered: %s', (uri, allowed) => expect(isRedirectAllowed(uri)).toBe(allowed))

test.each([
  ['https://a.example/cb', 'https://a.example/cb', true],
  ['https://a.example/cb', 'https://a.example/cb?x=1', false],
  ['https://a.example/cb', 'https://a.example:444/cb', false],
  ['https://a.example/cb', 'https://b.example/cb', false],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:5555/cb', true],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:5555/other', false],
  ['http://127.0.0.1/cb', 'http://localhost:5555/cb', false],
  ['http://127.0.0.1/cb', 'https://127.0.0.1/cb', false],
])('registered as %s, %s matches: %s', (known, uri, matches) => expect(isRedirectKnown([known], uri)).toBe(matches))
