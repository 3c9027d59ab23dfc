import type { Ctx } from '#core/context.ts'
import { coreFailures, fail } from '#core/errors.ts'

/** Whose notifications a request is about: always those of the person who asks. */
export function personIn({ principal }: Ctx): string {
  return principal.kind === 'user' ? principal.userId : fail(coreFailures.invalid_token)
}
