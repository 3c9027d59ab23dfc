import { startQuickly } from './quick-start.mjs'

startQuickly()
const { keepTickShape } = await import('./core/tick-shape.ts')
keepTickShape()
await import('./serve.ts')
