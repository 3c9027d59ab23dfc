import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Change } from './changes.ts'

/** Changes that come together are asked for together. */
const GATHER_MILLIS = 120
/** What is being changed is asked for when that has arrived, but nothing waits longer than a second for it. */
const WAITS_MAX = 8

/** What is dear to count, or changes all the time, is asked for this often at most, however much happens meanwhile. */
const PAUSE_MILLIS: Record<string, number> = {
  runs: 1000,
  automations: 5000,
  'run-figures': 30_000,
  notifications: 1000,
}

/** What each noun makes old, besides the queries that carry the ids of the change. */
const LISTS: Record<string, readonly string[]> = {
  task: ['tasks', 'work-orders', 'calendar', 'workload'],
  comment: [],
  property: ['properties', 'tasks', 'calendar'],
  saved_view: ['saved-views'],
  api_key: ['api-keys'],
  member: ['members', 'people', 'workload'],
  department: ['departments'],
  task_tag: ['tags', 'tasks'],
  vendor: ['people', 'vendors', 'workload'],
  workspace: [],
  reservation: ['reservations', 'reservation', 'calendar'],
  door_link: [],
  work_profile: ['work-profiles', 'workload'],
  work_exception: ['work-exceptions', 'workload'],
  skill: ['skills', 'people', 'vendors'],
  conversation: ['conversations'],
  message: ['conversations'],
  contact: ['conversations', 'reservations', 'calendar'],
  interaction: ['agent-interactions', 'agent-sessions'],
  agent: ['agents'],
  article: ['articles'],
  meeting: ['meetings'],
  workflow: ['workflows', 'automations'],
  workflow_run: ['runs', 'run-figures', 'automations'],
  inbound_delivery: ['inbound-deliveries'],
  workflow_secret: ['workflow-secrets'],
  hook_delivery: ['hook-deliveries'],
  task_template: ['templates'],
  completion_rule: ['rules'],
  ai_budget: ['ai-budget'],
  ai_settings: ['ai-settings'],
  dead_letter: ['dead-letters'],
  event_hook: ['event-hooks'],
  integration: ['integrations'],
  lock: ['locks'],
  lock_connection: ['lock-connection'],
  door: ['door-attempts'],
  connection: ['connections'],
  property_system: ['property-systems'],
  notification: ['notifications'],
}

/** The beginnings of the keys of all queries that a change makes old. */
export function staleKeys(workspaceId: string, change: Change): QueryKey[] {
  // What became of a mail or an automation is seen in the history of the task, and nowhere else.
  if (change.type === 'task.effect') return [[workspaceId, 'task', change.taskId ?? '', 'activity']]
  const noun = change.type.split('.', 1)[0] ?? ''
  const keys: QueryKey[] = (LISTS[noun] ?? []).map((list) => [workspaceId, list])
  if (change.taskId !== undefined) keys.push([workspaceId, 'task', change.taskId])
  if (change.propertyId !== undefined) keys.push([workspaceId, 'property', change.propertyId])
  if (change.conversationId !== undefined) keys.push([workspaceId, 'conversation', change.conversationId])
  if (change.articleId !== undefined) keys.push([workspaceId, 'article', change.articleId])
  if (change.workflowId !== undefined) keys.push([workspaceId, 'workflow', change.workflowId])
  if (change.approvalId !== undefined)
    keys.push([workspaceId, 'approvals'], [workspaceId, 'approval', change.approvalId], [workspaceId, 'notifications'])
  if (noun === 'workspace' || noun === 'member') keys.push(['me'])
  return keys
}

export interface Freshness {
  note(change: Change): void
  /** Everything shown may be old. */
  reset(): void
  stop(): void
}

/** Asks again for what has become old: what is on the screen at once, everything else when it is next shown. */
export function keepFresh(client: QueryClient, workspaceId: string): Freshness {
  const waiting = new Map<string, QueryKey>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const askedAt = new Map<string, number>()
  const paused = new Set<string>()
  let gathering = false
  let waits = 0
  const later = (millis: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, millis)
    timers.add(timer)
  }
  function ask(name: string, queryKey: QueryKey): void {
    const pauseMillis = PAUSE_MILLIS[String(queryKey[1])] ?? 0
    const leftMillis = (askedAt.get(name) ?? -Infinity) + pauseMillis - Date.now()
    // To ask again takes back what is being asked: whatever changes faster than it is answered would never be shown.
    const isAsking = client.isFetching({ queryKey }) > 0
    if (leftMillis <= 0 && !isAsking) {
      askedAt.set(name, Date.now())
      void client.invalidateQueries({ queryKey })
    } else if (!paused.has(name)) {
      paused.add(name)
      later(Math.max(leftMillis, GATHER_MILLIS), () => {
        paused.delete(name)
        ask(name, queryKey)
      })
    }
  }
  function flush(): void {
    if (client.isMutating() > 0 && waits < WAITS_MAX) {
      waits += 1
      return later(GATHER_MILLIS, flush)
    }
    waits = 0
    gathering = false
    for (const [name, queryKey] of waiting) ask(name, queryKey)
    waiting.clear()
  }
  return {
    note(change) {
      for (const key of staleKeys(workspaceId, change)) waiting.set(JSON.stringify(key), key)
      if (!gathering) {
        gathering = true
        later(GATHER_MILLIS, flush)
      }
    },
    reset: () => void client.invalidateQueries(),
    stop() {
      timers.forEach(clearTimeout)
    },
  }
}
