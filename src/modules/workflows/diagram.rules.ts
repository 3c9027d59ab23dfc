import { END, graphOf, START, type Graph, type GraphNode } from './diagram-graph.rules.ts'
import type { WorkflowDocument } from './document.schema.ts'

/** A document as a Mermaid flowchart. */
export function mermaidOf(document: WorkflowDocument): string {
  const graph = graphOf(document)
  const ids = new Map(graph.nodes.map(({ id }, at) => [id, id === START || id === END ? `${id}Node` : `n${at}`]))
  const idOf = (id: string) => ids.get(id) ?? id
  const lines = ['flowchart TD', ...nodeLines(graph, undefined, idOf, 1)]
  for (const { from, to, label } of graph.edges) {
    lines.push(`  ${idOf(from)} -->${label === undefined ? '' : `|"${escaped(label)}"|`} ${idOf(to)}`)
  }
  return `${lines.join('\n')}\n`
}

function nodeLines(graph: Graph, parent: string | undefined, idOf: (id: string) => string, depth: number): string[] {
  const blanks = '  '.repeat(depth)
  return graph.nodes
    .filter((node) => node.parent === parent)
    .flatMap((node) => {
      const inner = graph.nodes.some((each) => each.parent === node.id)
      if (!inner) return [`${blanks}${idOf(node.id)}${shaped(node)}`]
      const lines = nodeLines(graph, node.id, idOf, depth + 1)
      return [`${blanks}subgraph ${idOf(node.id)}["${labelOf(node)}"]`, ...lines, `${blanks}end`]
    })
}

function shaped(node: GraphNode): string {
  const label = `"${labelOf(node)}"`
  switch (node.kind) {
    case 'start':
    case 'end':
      return `((${label}))`
    case 'switch':
      return `{${label}}`
    case 'wait':
    case 'listen':
      return `([${label}])`
    case 'raise':
      return `>${label}]`
    default:
      return `[${label}]`
  }
}

function labelOf({ name, kind, detail }: GraphNode): string {
  if (kind === 'start' || kind === 'end') return name
  return `${escaped(name)}<br/>${kind}${detail === undefined ? '' : ` ${escaped(detail)}`}`
}

/** Nothing that an author wrote becomes part of the diagram's own language. */
function escaped(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} .,:_\-/]/gu, (sign) => `#${sign.codePointAt(0)};`)
}
