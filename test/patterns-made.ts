// Loads the named modules and prints, as JSON, the patterns they create while loading.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Pattern } from './patterns.ts'

const found = new Map<string, Pattern>()
const files = process.argv.slice(2)

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, args, newTarget) {
    const made = Reflect.construct(target, args, newTarget) as RegExp
    const { source, flags } = made
    const line = new Error().stack?.split('\n').find((each) => files.some((file) => each.includes(`/${file}:`)))
    const file = files.find((each) => line?.includes(`/${each}:`))
    if (file !== undefined) found.set(`/${source}/${flags}`, { file, source, flags })
    return made
  },
})
for (const file of files) await import(pathToFileURL(resolve(file)).href)
process.stdout.write(JSON.stringify([...found.values()]))
