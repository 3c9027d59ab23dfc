import { isLongerThan } from '#core/json-length.ts'
import { quickLength } from '#core/slow-schema.ts'
import { openStoppableThread, type ThreadOptions } from '#core/stoppable-thread.ts'
import { refuseAny } from '#core/validate.ts'
import { oversizedSchema } from './gateway-bounds.rules.ts'
import { readSchema, wrongBy, type JsonSchema } from './structured-schema.ts'
import type { SchemaAnswer, SchemaRequest } from './structured-thread.ts'

const TOO_SLOW = 'The answer could not be checked in time: the schema takes too long. Make it simpler.'

/** Answers what is wrong with a value, in words for a model or a person. */
export type Check = (value: unknown) => string[] | Promise<string[]>

/** Checks by schemas of callers. */
export interface SchemaChecks {
  /** Refuses what is no schema. Workspaces take turns where it takes long. */
  by(workspaceId: string, schema: JsonSchema, pointer: string): Promise<Check>
  close(): Promise<void>
}

/** What is surely quick is done here. A schema of somebody else can take longer than the world has stood: that has a thread. */
export function openSchemaChecks(options?: ThreadOptions): SchemaChecks {
  const thread = openStoppableThread<SchemaRequest, SchemaAnswer>(
    {
      file: new URL('./structured-thread.ts', import.meta.url),
      isCompiled: () => true,
      lost: () => ({ problem: 'it takes too long to be read', wrong: [TOO_SLOW] }),
    },
    options,
  )
  return {
    async by(workspaceId, schema, pointer) {
      const fault = oversizedSchema(schema)
      if (fault) refuseAny([{ pointer, ...fault }])
      const text = JSON.stringify(schema)
      const quick = quickLength(text)
      const reading = quick > 0 ? readSchema(schema, text) : await thread.run(workspaceId, { schema })
      if (reading.problem !== undefined) {
        const message = `Is no JSON Schema that can be used: ${reading.problem}`
        refuseAny([{ pointer, code: 'invalid', message }])
      }
      const validate = 'validate' in reading ? reading.validate : undefined
      return (value) =>
        validate && !isLongerThan(value, quick)
          ? wrongBy(validate, value)
          : thread.run(workspaceId, { schema, value }).then(({ wrong }) => wrong)
    },
    close: () => thread.close(),
  }
}
