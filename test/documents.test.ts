import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const guides = globSync(['docs/**/*.md', 'README.md', 'CONTRIBUTING.md', 'sdk/README.md'])
const files = globSync(['*.ts', '{src,web,test,bench,bin,sdk,migrations}/**/*.{ts,tsx,mjs,sql}'], {
  exclude: (name) => name.endsWith('node_modules'),
})

/** Made up to show how a thing is named, or told of as gone. */
const NOT_THERE = /amenit|\bx-|console-area|tour\.mjs|^src\/(main|cli)\.ts$/

const found = (guide: string, pattern: RegExp): string[][] =>
  [...readFileSync(guide, 'utf8').matchAll(pattern)].map(([, ...groups]) => groups)

test.for(guides)('%s names files that are there', (guide) => {
  const links = found(guide, /\]\(([^)#:\s]+)(?:#[^)]*)?\)/g).map(([path = '']) => path)
  expect(links.filter((path) => !existsSync(join(dirname(guide), path)))).toEqual([])
  const named = found(guide, /`([\w./-]+\.(?:tsx?|mjs|sql))`/g).map(([name = '']) => name)
  const missing = named.filter((name) => !files.some((path) => `/${path}`.endsWith(`/${name}`)))
  expect(missing.filter((name) => !NOT_THERE.test(name))).toEqual([])
})

test('a decision has the number of its file, where it stands and wherever it is named', () => {
  const decisions = guides.filter((guide) => guide.startsWith('docs/decisions/'))
  expect(decisions.length).toBeGreaterThan(40)
  const heads = decisions.map((path) => [...(found(path, /^# (\d+)\./g)[0] ?? []), path])
  const links = guides.flatMap((guide) => found(guide, /decision (\d+)\]\(([^)]+)\)/g))
  expect(
    [...heads, ...links].filter(([number = '', path = '']) => !path.includes(`${number.padStart(4, '0')}-`)),
  ).toEqual([])
})
