/** What is measured. Both servers get the same requests. */
export interface Work {
  name: string
  title: string
  /** The least that our rate may be of the floor's. */
  goal: number
  request(turn: Turn): Request
}

/** The n-th request to one of the two servers, each of which has a lane of its own. */
export interface Turn {
  n: number
  lane: 0 | 1
  tasks: number
}

interface Request {
  method: string
  path: string
  body?: string
}

export const WORKSPACE = 'bench'
export const PROPERTIES = 1000
export const DEPARTMENTS = 10
/** How many tasks the list's filter finds, whatever the number of all. */
export const MATCHING = 1000
/** How many tasks hold each of the codes that are searched for. */
export const SAME_CODE = 100

const tasksPath = `/api/v1/workspaces/${WORKSPACE}/tasks`

/** Ids are counted, so that the load needs no list of them. */
export function idOf(kind: 'task' | 'property' | 'department', index: number): string {
  return `${ID_PREFIX[kind]}${index.toString(16).padStart(12, '0')}`
}

export const ID_PREFIX = {
  task: '00000000-0000-7000-8000-',
  property: '00000000-0000-7000-9000-',
  department: '00000000-0000-7000-a000-',
}

/** Jumps through all numbers below `count`, each once before any comes again; 7919 is prime. */
function scattered(n: number, count: number): number {
  return (n * 7919) % count
}

export const works: readonly Work[] = [
  {
    name: 'read',
    title: 'read one task with department and property',
    goal: 0.7,
    request: ({ n, tasks }) => ({ method: 'GET', path: `${tasksPath}/${idOf('task', scattered(n, tasks))}` }),
  },
  {
    name: 'list',
    title: 'list 50 filtered + exact total',
    goal: 0.9,
    request: () => ({
      method: 'GET',
      path: `${tasksPath}?departmentId=${idOf('department', 0)}&status=IN_PROGRESS&limit=50`,
    }),
  },
  {
    name: 'search',
    title: 'text search `q`',
    goal: 0.8,
    request: ({ n, tasks }) => ({
      method: 'GET',
      path: `${tasksPath}?q=code-${scattered(n, tasks / SAME_CODE)}x&limit=50`,
    }),
  },
  {
    name: 'create',
    title: 'create, ours with its activity and outbox rows',
    goal: 0.45,
    request: ({ n }) => ({
      method: 'POST',
      path: tasksPath,
      body: JSON.stringify({
        title: `Replace the kitchen tap of unit ${n}`,
        description: 'It drips since Friday, and the guests of next week have asked for a quiet kitchen.',
        priority: 'HIGH',
        departmentId: idOf('department', n % DEPARTMENTS),
        propertyId: idOf('property', scattered(n, PROPERTIES)),
      }),
    }),
  },
  {
    name: 'update',
    title: 'update status, ours with blockers checked, activity and outbox rows',
    goal: 0.55,
    request({ n, lane, tasks }) {
      // Every change is a completion, until all tasks are completed; then all are opened again.
      const turn = 2 * n + lane
      const status = Math.floor(turn / tasks) % 2 === 0 ? 'COMPLETED' : 'IN_PROGRESS'
      return {
        method: 'PATCH',
        path: `${tasksPath}/${idOf('task', turn % tasks)}`,
        body: JSON.stringify({ status }),
      }
    },
  },
]
