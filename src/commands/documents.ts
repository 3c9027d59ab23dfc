import { readFile, writeFile } from 'node:fs/promises'
import { renderDocument } from '#http/openapi/document.ts'
import { publicApi } from '#src/catalogue.ts'
import { WrongCall } from './command.ts'

const FILE = new URL('../../docs/openapi.public.json', import.meta.url)

export const documentsUsage = {
  usage: 'openapi [--check]',
  summary: 'write docs/openapi.public.json, or check that it is current',
}

/** Writes the committed document, or with --check compares it. Needs no database. */
export async function documents(options: string[]): Promise<void> {
  const check = options[0] === '--check'
  if (options.length > (check ? 1 : 0)) throw new WrongCall(`Usage: ${documentsUsage.usage}`)
  const current = renderDocument(publicApi)
  if (!check) {
    await writeFile(FILE, current)
    process.stdout.write('wrote docs/openapi.public.json\n')
    return
  }
  const kept = await readFile(FILE, 'utf8').catch(() => '')
  if (kept !== current) throw new WrongCall('docs/openapi.public.json is not current: run "npm run openapi".')
  process.stdout.write('docs/openapi.public.json is current\n')
}
