import type { Method, Operation } from '#core/operation.ts'
import { entriesOf } from './document.ts'
import type { Subject } from './public.ts'

/** The surface in plain text, for language models: the rules, and every operation on a line. */
export function outlineOf(operations: readonly Operation[], subject: Subject, links: Record<string, string>): string {
  const byTag = Map.groupBy(entriesOf(operations, subject), ({ operation }) => operation.tag)
  const sections = [...byTag].map(([tag, entries]) => {
    const lines = entries.map(({ operation, method }) => lineOf(operation, method))
    return `### ${tag}\n${subject.tags[tag]}\n\n${lines.join('\n')}`
  })
  return `${[
    `# ${subject.title}`,
    `> ${subject.summary}`,
    `Contract ${subject.version}. Base address: ${subject.serverUrl}`,
    Object.entries(links)
      .map(([title, url]) => `- [${title}](${url})`)
      .join('\n'),
    subject.conventions,
    '## Operations',
    'Paths are relative to the base address. The OpenAPI document has the fields, the examples and every error code.',
    ...sections,
  ].join('\n\n')}\n`
}

function lineOf({ path, summary, access }: Operation, method: Method): string {
  const scope = access !== 'public' && 'scope' in access ? ` Scope \`${access.scope}\`.` : ''
  return `- \`${method} ${path.replace(/:(\w+)/g, '{$1}')}\`: ${summary}.${scope}`
}
