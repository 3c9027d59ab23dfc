import { useState } from 'react'
import type { TestWrite, WorkflowTest } from '../../../../../src/modules/workflows/saved-test.schema.ts'
import type { WorkItem } from '../../../../../src/modules/workflows/work.schema.ts'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { useWorkflowAgain } from '../workflow-changes.ts'
import { isOver, seenTo, workedThrough, type Work } from './work.ts'
import { panelsWords } from './words/panels-words.ts'

/** What is not as the test expects it. */
export interface Difference {
  what: 'status' | 'output' | 'error' | 'path' | 'effects'
  expected: unknown
  actual: unknown
}

export type TestActs = ReturnType<typeof useTestActs>

export function useTestActs(workflowId: string, onSaved: () => void) {
  const { tests: words, underWay } = useWords(panelsWords)
  const { api, open } = useDesk()
  const again = useWorkflowAgain(workflowId)
  const [results, setResults] = useState<ReadonlyMap<string, readonly Difference[]>>(new Map())
  const path = `${open}/workflows/${workflowId}`
  const remove = useChange<WorkflowTest, unknown>({
    send: ({ id }, key) => api.send(`${path}/tests/${id}`, { method: 'DELETE', key, match: '*' }),
    onDone: again,
    said: () => words.removed,
    // It comes back as a new one, which is the same to all but its id.
    undo:
      (_, { name, input, mocks, clock, expected }) =>
      () =>
        save.mutate(change({ body: { name, input, mocks, clock, expected } })),
  })
  const save = useChange<{ id?: string; body: TestWrite }, WorkflowTest>({
    send: ({ id, body }, key) =>
      id === undefined
        ? api.send(`${path}/tests`, { method: 'POST', body, key })
        : api.send(`${path}/tests/${id}`, { method: 'PUT', body, key, match: '*' }),
    onDone() {
      again()
      onSaved()
    },
    said: () => words.saved,
  })
  const run = useChange<{ testIds?: string[] }, Work>({
    send: (body, key) => workedThrough({ api, open }, `${path}/test-runs`, body, key),
    onDone({ items }) {
      again()
      const tried = items.filter(({ status }) => status !== 'pending')
      setResults(
        (before) => new Map([...before, ...tried.map((item) => [item.subjectId, differencesIn(item)] as const)]),
      )
    },
    said: (work) => (isOver(work) ? words.done(work.done, work.failed) : underWay(seenTo(work), work.total)),
  })
  return { save, remove, run, results }
}

function differencesIn({ details, message }: WorkItem): readonly Difference[] {
  const found = details?.['differences']
  if (Array.isArray(found)) return found as Difference[]
  return message === null ? [] : [{ what: 'error', expected: null, actual: message }]
}
