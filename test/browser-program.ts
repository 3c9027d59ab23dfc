import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Chromium from '@sparticuz/chromium'
import { chromium, type Browser } from 'playwright-core'

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
  // The package's own list names folders of one cloud. Without a font the browser ends itself.
  const fonts = `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`
  writeFileSync(join(folder, 'fonts', 'fonts.conf'), `<?xml version="1.0"?>${fonts}`)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
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
