import { createRequire } from 'node:module'

/** The vendor's fake was bundled when Node had this class, of which it asks for no more than that it is there. */
const buffer = createRequire(import.meta.url)('node:buffer') as { SlowBuffer?: unknown }
buffer.SlowBuffer ??= Buffer
