import { afterAll } from 'vitest'
import { closeBrowser } from './browser.ts'
import { closeConsole } from './console-stage.ts'
import { closeService } from './pages-stage.ts'

// Run by vitest around each file: neither a browser nor a listening service may outlive its tests.
afterAll(async () => {
  await closeBrowser()
  await closeService()
  await closeConsole()
})
