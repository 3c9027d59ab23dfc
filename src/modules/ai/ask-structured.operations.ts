import { operation, type Operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { StructuredAnswer, StructuredAsk } from './ask-structured.schema.ts'
import { openStructured } from './ask-structured.service.ts'

/** What workflows ask of models. No door has it: programs have the gateway. */
export function modelFunctions(): Operation[] {
  const ask = openStructured()
  return [
    operation({
      id: 'askStructured',
      workflow: { name: 'ai-structured', version: '1.0.0' },
      summary: 'Ask a language model for an answer of a given form',
      description:
        'What the model answers fits the schema, or the call fails. Without a model fixed rules answer where they can (`degraded`), else it fails with `capability_unavailable`.',
      tag: 'AI',
      access: { role: 'manager' },
      rest: { method: 'POST', path: '/workspaces/:workspaceId/ai-structured' },
      params: WorkspacePath,
      body: StructuredAsk,
      reply: StructuredAnswer,
      outsideTransaction: true,
      readsOnly: true,
      run: ask,
    }),
  ]
}
