import type { Readable } from 'node:stream'
import { Type, type Static, type TObject, type TSchema } from 'typebox'
import type { LinkAccess, WorkspaceAccess } from './access.ts'
import type { LinkCtx } from './context.ts'
import type { Failure } from './errors.ts'
import { operation, type CtxFor, type InputOf, type Operation, type OperationSpec } from './operation.ts'

/** A file that came with a form, in a temporary place until the answer is there. */
export interface Upload {
  readonly path: string
  readonly sizeBytes: number
  readonly sha256: string
}

/** Who sends files, and whom they are sent to. */
type Sender = LinkAccess | WorkspaceAccess
type Spec<A extends Sender, P extends TObject, Q extends TObject, B extends TObject, R extends TSchema> = Omit<
  OperationSpec<A, P, Q, B, R>,
  'run'
>

/** Takes a form: the file is its field `file`, the body schema says what else is in it. */
export function uploadOperation<const A extends Sender, P extends TObject, B extends TObject, R extends TSchema>(
  spec: Spec<A, P, TObject<{}>, B, R> & {
    sizeBytesMax: number
    tooLarge: Failure
    run(ctx: CtxFor<A>, input: InputOf<P, TObject<{}>, B> & { file: Upload }): Promise<Static<R>>
  },
): Operation {
  const { sizeBytesMax, tooLarge, run, errors = [], ...others } = spec
  const made = operation<A, R, P, TObject<{}>, B>({
    ...others,
    errors: [tooLarge, ...errors],
    outsideTransaction: true,
    // The door puts the file beside the fields of the form.
    run: (ctx, input) => run(ctx, input as unknown as Parameters<typeof run>[1]),
  })
  return { ...made, raw: { kind: 'upload', sizeBytesMax, tooLarge } }
}

/** A file as it goes out. What is behind its address never changes while there is access to it. */
export interface FileReply {
  readonly body: Readable
  readonly contentType: string
  readonly sizeBytes: number
  readonly etag: string
}

/** Answers a file in place of JSON. */
export function fileOperation<P extends TObject, Q extends TObject>(
  spec: Omit<Spec<LinkAccess, P, Q, TObject<{}>, TSchema>, 'reply'> & {
    run(ctx: LinkCtx, input: InputOf<P, Q, TObject<{}>>): Promise<FileReply>
  },
): Operation {
  const { run, ...others } = spec
  const made = operation<LinkAccess, TSchema, P, Q>({
    ...others,
    reply: Type.Unknown(),
    run: (ctx, input) => run(ctx, input) as Promise<{}>,
  })
  return { ...made, raw: { kind: 'file' } }
}
