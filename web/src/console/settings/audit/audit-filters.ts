/** What of the log is shown, in the address of the page. */
export interface AuditFilters {
  targetKind?: string
  actorId?: string
  fromDate?: string
  toDate?: string
}

const DAY = /^\d{4}-\d\d-\d\d$/
const ID = /^[0-9a-f-]{36}$/
const KIND = /^[a-z_]{1,100}$/

export function parseAuditFilters(search: Record<string, unknown>): AuditFilters {
  const shapes = { targetKind: KIND, actorId: ID, fromDate: DAY, toDate: DAY }
  const good = Object.entries(shapes).filter(([name, shape]) => {
    const value = search[name]
    return typeof value === 'string' && shape.test(value)
  })
  return Object.fromEntries(good.map(([name]) => [name, search[name]]))
}
