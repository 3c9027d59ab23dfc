import { Type, type Static } from 'typebox'
import { closed, oneOf } from '#core/schema.ts'
import { RunFilter } from './run.schema.ts'

const VersionNumber = (description: string): ReturnType<typeof Type.Integer> =>
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description })
const Pointer = (description: string): ReturnType<typeof Type.String> =>
  Type.String({ minLength: 1, maxLength: 2000, description, examples: ['/do/0/greet'] })
const { status, mode, triggerKind, correlationKey, createdSince, createdBefore } = RunFilter.properties

export const RunMoveWrite = closed(
  {
    fromVersion: VersionNumber('Open runs of this version move.'),
    toVersion: VersionNumber('A published version.'),
    mapping: Type.Optional(
      Type.Array(
        closed({
          from: Pointer('The task in `fromVersion`, as a JSON pointer.'),
          to: Pointer('The same in `toVersion`.'),
        }),
        {
          maxItems: 1000,
          description:
            'Where tasks stand that have another name or another place. All others are found by their names.',
        },
      ),
    ),
    filter: Type.Optional(
      closed(
        { status, mode, triggerKind, correlationKey, createdSince, createdBefore },
        { description: 'Which of them; all unless said.' },
      ),
    ),
    dryRun: Type.Optional(
      Type.Boolean({ default: true, description: 'Only tell what would become of each run. True unless said.' }),
    ),
    onUnmappable: Type.Optional(
      oneOf(['skip', 'fail'], {
        default: 'skip',
        description: 'A run that cannot move is left as it is; with `fail` those after it are left too.',
      }),
    ),
  },
  { $id: 'WorkflowRunMigrationWrite', examples: [{ fromVersion: 1, toVersion: 2 }] },
)
export type RunMoveWrite = Static<typeof RunMoveWrite>
