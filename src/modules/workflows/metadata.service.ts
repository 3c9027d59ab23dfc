import dslSchema from './dsl-schema.json' with { type: 'json' }
import type { CatalogFunction } from './catalog.ts'
import { checkText } from './document-check.ts'
import type { DraftWrite } from './definition.schema.ts'
import type { Json } from './document.schema.ts'
import { NESTING_MAX } from './document-flow.rules.ts'
import { documentHash } from './document.ts'
import { refuseContent, textIn } from './draft.service.ts'
import { ENGINE } from './flow-state.rules.ts'
import type { WorkspaceCtx } from '#core/context.ts'
import { checkToolsOf, type WorkflowTools } from './workflow-tools.service.ts'
import { JOURNAL_BYTES_MAX } from './run-step.ts'
import { EVENTS } from './product-event.rules.ts'

export async function validate(ctx: WorkspaceCtx, input: DraftWrite, tools: WorkflowTools) {
  const content = textIn(input) ?? refuseContent()
  const { document, problems, count } = await checkText(content.text, content.format, checkToolsOf(ctx, tools))
  const sha256 = document ? documentHash(document as unknown as Json) : null
  return { isValid: count === 0, problems, problemCount: count, sha256 }
}

const LIMITS = {
  steps: 10_000,
  valueBytes: 1_048_576,
  journalBytes: JOURNAL_BYTES_MAX,
  documentBytes: 262_144,
  forkBranches: 256,
  iterations: 10_000,
  nesting: NESTING_MAX,
  depth: 8,
  expressionMillis: 250,
}

export function catalogOf(functions: readonly CatalogFunction[]) {
  return {
    // It changes with a release only.
    version: 1,
    dsl: '1.0.3',
    engine: ENGINE,
    languages: ['jq' as const],
    functions: functions.map(({ name, version, summary, input, output }) => ({
      call: `${name}:${version}@default`,
      summary,
      input: { ...input } as Record<string, unknown>,
      output: { ...output } as Record<string, unknown>,
    })),
    eventTypes: EVENTS.map(({ type }) => type),
    events: EVENTS.map(({ type, data }) => ({ type, data: { ...data } as Record<string, unknown> })),
    limits: LIMITS,
    schema: dslSchema as Record<string, unknown>,
  }
}
