import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Manifest } from 'vite'

/** `node web/build.ts <folder>`: the pages, the service worker that keeps them, and both packed small. */
const web = import.meta.dirname
const [outDir] = process.argv.slice(2)
if (outDir === undefined) throw new Error('Say the folder to build into.')

/** Each page with the folder of its addresses, which is also how far its service worker reaches. */
const PAGES = ['t', 'm'] as const
/** The console, which needs the network and so has no service worker. */
const CONSOLE = 'w'
/** Browsers since 2023: what Tailwind needs as well. */
const TARGET = ['chrome111', 'firefox128', 'safari16.4']

const shared: InlineConfig = {
  configFile: false,
  root: web,
  mode: 'production',
  logLevel: 'warn',
  // Relative addresses: a proxy may serve us under a path.
  base: './',
  publicDir: false,
}

await build({
  ...shared,
  plugins: [react(), tailwind()],
  build: {
    outDir,
    target: TARGET,
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    // The policy of the pages has room for files of this host only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: Object.fromEntries([...PAGES, CONSOLE].map((page) => [page, join(web, page, 'index.html')])),
    },
  },
})

const manifest = JSON.parse(readFileSync(join(outDir, 'manifest.json'), 'utf8')) as Manifest
const shells = Object.fromEntries(PAGES.map((page) => [page, filesOf(`${page}/index.html`)]))
const edition = createHash('sha256').update(JSON.stringify(shells))
for (const page of PAGES) edition.update(readFileSync(join(outDir, page, 'index.html')))

await build({
  ...shared,
  define: {
    SHELLS: JSON.stringify(shells),
    EDITION: JSON.stringify(edition.digest('base64url').slice(0, 12)),
  },
  build: {
    outDir,
    target: TARGET,
    emptyOutDir: false,
    rolldownOptions: {
      input: join(web, 'src/offline/service-worker.ts'),
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
})
rmSync(join(outDir, 'manifest.json'))
pack(outDir)

/** The scripts and styles that a page needs before it can show anything. */
function filesOf(entry: string, seen = new Set<string>()): string[] {
  const chunk = manifest[entry]
  if (!chunk || seen.has(entry)) return []
  seen.add(entry)
  const own = [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]
  return [...new Set([...own, ...(chunk.imports ?? []).flatMap((name) => filesOf(name, seen))])]
}

function pack(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|svg)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const plain = readFileSync(path)
    writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }))
    writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  }
}
