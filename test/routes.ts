import type { FastifyInstance } from 'fastify'

/** What a server answers at all, as its router has it. HEAD comes with every GET. */
export function routesOf(app: FastifyInstance): { method: string; path: string }[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', name = '', methods = ''] = /^([│├└─ ]*)(\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (name === '') return []
      const depth = indent.length / 4
      above.length = depth - 1
      const path = above.join('') + name
      above.push(name)
      const known = methods.split(', ').filter((method) => method !== '' && method !== 'HEAD')
      return known.map((method) => ({ method, path }))
    })
}
