import { keepCompiled } from './compile-cache.ts'
import { keepTickShape } from './core/tick-shape.ts'

keepTickShape()
keepCompiled()
await import('./serve.ts')
