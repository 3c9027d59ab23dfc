import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Chromium from '@sparticuz/chromium'
import { chromium, type Browser } from 'playwright-core'

/** Where Debian's package of the browser without a window puts it. */
const DEBIAN_PROGRAM = '/usr/lib/chromium/chromium-headless-shell'
const DEBIAN_PACKAGE = 'chromium-headless-shell'

/** Unpacks the browser, which comes from npm in one compressed file, into a folder with its fonts. */
export async function unpackBrowser(): Promise<{ folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'innkeeper-browser-'))
  // The package unpacks into the folder for temporary files, and takes what it finds there for whole.
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  try {
    await Chromium.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  // npm has the program for x64 alone; its fonts serve everywhere.
  if (process.arch !== 'x64') {
    rmSync(join(folder, 'chromium'))
    symlinkSync(programOfSystem(), join(folder, 'chromium'))
  }
  // The package's own list names folders of one cloud. Without a font the browser ends itself.
  const fonts = `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`
  writeFileSync(join(folder, 'fonts', 'fonts.conf'), `<?xml version="1.0"?>${fonts}`)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }) }
}

/** The system's own browser, got from Debian where this process may. */
function programOfSystem(): string {
  const named = process.env.TEST_BROWSER
  if (named) return named
  if (!existsSync(DEBIAN_PROGRAM) && process.getuid?.() === 0) {
    process.stdout.write(`browser: npm has none for ${process.arch}; apt-get install ${DEBIAN_PACKAGE}\n`)
    const install = ['install', '--yes', '--no-install-recommends', DEBIAN_PACKAGE]
    // The list of packages may be missing or old.
    if (spawnSync('apt-get', install).status !== 0) {
      spawnSync('apt-get', ['update'])
      spawnSync('apt-get', install, { stdio: 'inherit' })
    }
  }
  if (existsSync(DEBIAN_PROGRAM)) return DEBIAN_PROGRAM
  throw new Error(
    `npm has no browser for ${process.platform}-${process.arch}: install Debian's ${DEBIAN_PACKAGE}, ` +
      'or name the program of a Chromium in TEST_BROWSER.',
  )
}

export function launchBrowser(folder: string): Promise<Browser> {
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    // The tests run as root in containers, where the browser's own sandbox cannot be set up.
    args: ['--no-sandbox', '--disable-gpu', '--no-zygote', '--font-render-hinting=none'],
    // Its own fonts, so that pictures look alike on every machine.
    env: { ...process.env, FONTCONFIG_PATH: join(folder, 'fonts'), HOME: folder },
  })
}
