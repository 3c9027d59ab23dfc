// Writes src/schema.ts from the document of the API, or with --check compares it.
import { readFile, writeFile } from 'node:fs/promises'
import { renderClient } from './generator/client.ts'
import type { Document } from './generator/document.ts'

const DOCUMENT = new URL('../docs/openapi.public.json', import.meta.url)
const FILE = new URL('src/schema.ts', import.meta.url)

const current = renderClient(JSON.parse(await readFile(DOCUMENT, 'utf8')) as Document)
if (!process.argv.includes('--check')) {
  await writeFile(FILE, current)
  process.stdout.write('wrote sdk/src/schema.ts\n')
} else if ((await readFile(FILE, 'utf8').catch(() => '')) !== current) {
  process.stderr.write('sdk/src/schema.ts is not current: run "npm run openapi".\n')
  process.exitCode = 1
} else {
  process.stdout.write('sdk/src/schema.ts is current\n')
}
