import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Chromium from '@sparticuz/chromium'
import type { TestProject } from 'vitest/node'
import { buildPages } from '../bin/pages.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder with the program of the browser and its fonts. */
    browserFolder: string
  }
}

/** Called by vitest once: builds the pages and unpacks the browser, which comes from npm in one compressed file. */
export async function setup(project: TestProject): Promise<() => void> {
  await buildPages()
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
  project.provide('browserFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
