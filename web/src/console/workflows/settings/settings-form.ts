import type { WorkflowRow, WorkflowUpdate } from '../../../../../src/modules/workflows/definition.schema.ts'

export const POLICIES = ['queue', 'skip', 'replace'] as const
export const BACKOFFS = ['exponential', 'linear', 'constant'] as const

/** What the form says. A limit or a number of tries that is left empty means that there is none. */
export function settingsIn(form: FormData): WorkflowUpdate {
  const written = (name: string): string => String(form.get(name) ?? '').trim()
  const limit = written('limit')
  const attempts = written('attempts')
  const delay = written('delaySeconds')
  const key = written('key')
  return {
    name: written('name'),
    description: written('description') || null,
    tags: [
      ...new Set(
        written('tags')
          .split(',')
          .map((tag) => tag.trim())
          .filter(Boolean),
      ),
    ],
    retentionDays: Number(written('retentionDays')),
    concurrency:
      limit === ''
        ? null
        : {
            limit: Number(limit),
            ...(key === '' ? {} : { key }),
            policy: POLICIES.find((each) => each === written('policy')) ?? 'queue',
          },
    retryDefaults:
      attempts === ''
        ? null
        : {
            attempts: Number(attempts),
            ...(delay === '' ? {} : { delaySeconds: Number(delay) }),
            backoff: BACKOFFS.find((each) => each === written('backoff')) ?? 'exponential',
          },
  }
}

/** What the form says of one that nobody has changed. */
export function settingsOf(workflow: WorkflowRow): WorkflowUpdate {
  const { name, description, tags, retentionDays, concurrency, retryDefaults } = workflow
  return {
    name,
    description: description?.trim() || null,
    tags,
    retentionDays,
    concurrency: concurrency && { policy: 'queue', ...concurrency },
    retryDefaults: retryDefaults && { backoff: 'exponential', ...retryDefaults },
  }
}
