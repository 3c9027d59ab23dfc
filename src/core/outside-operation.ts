import type { Static, TObject, TSchema } from 'typebox'
import type { Outside } from './audience.ts'
import type { OutsideCtx } from './context.ts'
import type { Failure } from './errors.ts'
import { operation, type InputOf, type Operation } from './operation.ts'

interface Spec<P extends TObject, Q extends TObject, B extends TObject, R extends TSchema> {
  id: string
  summary: string
  outside: readonly Outside[]
  params?: P
  query?: Q
  body?: B
  reply: R
  errors?: readonly Failure[]
  run(ctx: OutsideCtx, input: InputOf<P, Q, B>): Promise<Static<R>>
}

/** What an agent does for somebody outside the company. It has no route: only tools can run it. */
export function outsideOperation<
  R extends TSchema,
  P extends TObject = TObject<{}>,
  Q extends TObject = TObject<{}>,
  B extends TObject = TObject<{}>,
>({ outside, run, ...spec }: Spec<P, Q, B, R>): Operation {
  const path = Object.keys(spec.params?.properties ?? {}).map((name) => `/:${name}`)
  return operation({
    ...spec,
    tag: 'Outside',
    access: { outside },
    rest: { method: spec.body ? 'POST' : 'GET', path: `/outside/${spec.id}${path.join('')}` },
    run,
  })
}
