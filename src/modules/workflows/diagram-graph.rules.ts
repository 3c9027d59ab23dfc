import type { Task, WorkflowDocument } from './document.schema.ts'
import { kindOf, tasksOf, type PlacedTask, type TaskKind } from './document-task.rules.ts'

export const START = 'start'
export const END = 'end'

export interface GraphNode {
  /** The task's pointer, or `start` and `end`. */
  id: string
  name: string
  kind: TaskKind | 'start' | 'end'
  /** In a word what it does: what is called, how long it waits, what it goes through. */
  detail?: string
  /** The task around it, and which of its lists it stands in. */
  parent?: string
  role?: string
}

interface GraphEdge {
  from: string
  to: string
  /** The case of a switch, or `catch`. */
  label?: string
}

export interface Graph {
  nodes: GraphNode[]
  edges: GraphEdge[]
}

/** A document as nodes and edges, for those who draw it. Tasks within a task are nodes that name it as their parent. */
export function graphOf(document: WorkflowDocument): Graph {
  const tasks = tasksOf(document).filter(({ pointer }) => pointer.startsWith('/do/'))
  const nodes: GraphNode[] = [{ id: START, name: START, kind: 'start' }]
  const edges: GraphEdge[] = []
  const first = tasks[0]
  if (first) edges.push({ from: START, to: first.pointer })
  for (const placed of tasks) {
    nodes.push(nodeOf(placed))
    edges.push(...edgesOf(placed, tasks))
  }
  nodes.push({ id: END, name: END, kind: 'end' })
  return { nodes, edges }
}

function nodeOf({ pointer, name, task, parent, role }: PlacedTask): GraphNode {
  const detail = detailOf(task)
  return {
    id: pointer,
    name,
    kind: kindOf(task) ?? 'do',
    ...(detail === undefined ? {} : { detail }),
    ...(parent === undefined ? {} : { parent, role }),
  }
}

function detailOf(task: Task): string | undefined {
  switch (kindOf(task)) {
    case 'call':
      return task.call?.replace(/@default$/, '')
    case 'for':
      return `each ${task.for?.each ?? 'item'} in ${task.for?.in}`
    case 'wait':
      return typeof task.wait === 'string'
        ? task.wait
        : Object.entries(task.wait ?? {})
            .flat()
            .toReversed()
            .join(' ')
    case 'run':
      return task.run?.workflow?.name
    case 'raise':
      return typeof task.raise?.error === 'string' ? task.raise.error : undefined
    case 'emit':
      return typeof task.emit?.event.with['type'] === 'string' ? task.emit.event.with['type'] : undefined
    case 'fork':
      return task.fork?.compete ? 'first wins' : undefined
    default:
      return undefined
  }
}

function edgesOf(placed: PlacedTask, tasks: readonly PlacedTask[]): GraphEdge[] {
  const { pointer: from, task, list, index, role } = placed
  const handler = tasks.find(({ parent, role }) => parent === from && role === 'catch/do')
  const edges: GraphEdge[] = handler ? [{ from, to: handler.pointer, label: 'catch' }] : []
  // With a condition it may be passed by.
  if (kindOf(task) === 'raise' && task.if === undefined) return edges
  const go = (directive: string, label?: string) => {
    const to = targetOf(directive, list, index, tasks)
    if (to !== undefined) edges.push({ from, to, ...(label === undefined ? {} : { label }) })
  }
  for (const [name, { then }] of (task.switch ?? []).flatMap((entry) => Object.entries(entry))) go(then, name)
  const hasDefault = (task.switch ?? []).some((entry) => Object.values(entry).some(({ when }) => when === undefined))
  // Branches end where they end; only what says so ends the workflow.
  if (!hasDefault && (role !== 'fork/branches' || task.then === 'end')) go(task.then ?? 'continue')
  return edges
}

/** Nothing when the list is left: then the task around it goes on. */
function targetOf(directive: string, list: string, index: number, tasks: readonly PlacedTask[]): string | undefined {
  const isTop = list === '/do'
  if (directive === 'end' || (directive === 'exit' && isTop)) return END
  if (directive === 'exit') return undefined
  const wanted = tasks.find(
    (each) => each.list === list && (directive === 'continue' ? each.index === index + 1 : each.name === directive),
  )
  return wanted?.pointer ?? (isTop ? END : undefined)
}
