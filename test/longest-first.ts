import { createHash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What computes little and waits long, or is long: begun last, it would keep everybody waiting for one. */
const LONG =
  /test\/((agent|inbound|workflow)-kills|cli|console-look|durability|fuzz|nodes|outage|shutdown|tenancy)\.test/

const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId)

/** Vitest knows how long files took last time; on a new machine it does not, and begins with those of many lines. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- of the sequencer, not of an array
    const sorted = await super.sort(files)
    const { TEST_ORDER } = process.env
    if (TEST_ORDER !== undefined) return inOrderOf(TEST_ORDER, sorted)
    return [...sorted.filter(isLong), ...sorted.filter((each) => !isLong(each))]
  }
}

/** Another order for each number: what depends on the files before it shows. */
function inOrderOf(number: string, files: readonly TestSpecification[]): TestSpecification[] {
  const place = ({ moduleId }: TestSpecification) => createHash('sha256').update(`${number} ${moduleId}`).digest('hex')
  return files.toSorted((one, other) => place(one).localeCompare(place(other)))
}
