import type { TestProject } from 'vitest/node'
import { buildPages } from '../bin/pages.mjs'
import { unpackBrowser } from './browser-program.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder with the program of the browser and its fonts. */
    browserFolder: string
  }
}

/** Called by vitest once: builds the pages and unpacks the browser. */
export async function setup(project: TestProject): Promise<() => void> {
  await buildPages()
  const { folder, remove } = await unpackBrowser()
  project.provide('browserFolder', folder)
  return remove
}
