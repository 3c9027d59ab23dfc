import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

/** Tests that touch no database run once; the others run on PostgreSQL, and most of them on PGlite too. */
const unitTests = [
  'src/**/*.rules.test.ts',
  'src/**/*.schema.test.ts',
  'src/core/{bounded-map,canonical-json,clock,crypto,database-embedded,end-of-turn,fair-queue,gathering,job-context,json-scan,mac,mail,mistyped,network,one-by-one,outbound,passwords,pictures,plain-text,shares,small-ids,sql,storage,zoned-time}*.test.ts',
  'src/config.test.ts',
  'src/http/query.test.ts',
  'src/modules/ai/{plain-chat,structured-check,structured-output,structured-schema,wire-answer,wire-connections}.test.ts',
  'src/simulator/signing.test.ts',
  'src/modules/{agents/sandbox-plan,identity/audit-past,workforce/working-hours}.test.ts',
  'src/modules/workflows/{call-digest,call-token,catalog,diagram,document,expression,flow}*.test.ts',
  'test/{architecture,descriptions,documents,image,quick-start,run-again,thread-power,words,workflow-editor,patterns}.test.ts',
  'sdk/test/{generate,package,retry-plan}.test.ts',
  'web/src/**/*.test.ts',
]

/** Of those, what takes long when asked. */
const unitSoakTests = ['src/modules/workflows/{expression,flow-fuzz}.test.ts', 'test/patterns.soak.ts']

/** In a real browser, on the embedded database. */
const browserTests = ['test/{console,pages}*.test.ts', 'src/http/pages.test.ts']
const browserSoakTests = ['test/{console,pages}*.soak.ts']

/**
 * What takes long for other reasons than its database runs on PostgreSQL alone: what waits for systems outside, and what
 * asks every operation for everything. That each operation works on PGlite is in test/fuzz.test.ts. See
 * docs/decisions/0038-test-time.md; `npm run soak` runs these there too.
 */
const serverOnly = [
  'sdk/test/*.test.ts',
  'src/mcp/*.test.ts',
  'src/modules/agents/{interaction,run,stream-access}.test.ts',
  'src/modules/{ai,inbound}/*.test.ts',
  'src/modules/automations/event-hook*.test.ts',
  'src/modules/knowledge/embedding.test.ts',
  'src/modules/links/{door-press,manual}.test.ts',
  'src/modules/locks/seam-driver.test.ts',
  'src/modules/stays/{hostaway,poll,poll-webhook}.test.ts',
  'src/modules/sync/{provider-token,task-sync}.test.ts',
  'src/modules/tasks/desk-list-reading.test.ts',
  'test/held.test.ts',
  'test/list-reading.test.ts',
  'src/modules/workflows/bad-document.test.ts',
  'test/{acting-alone,contract,host-document,sealed-places,tenancy,outsiders,read-outside,tools-tenancy,workflow-contract}.test.ts',
]

/** The whole service, as somebody has it who installed nothing but this. */
const embeddedOnly = ['src/simulator/simulate.test.ts', 'test/{agents-guide,readme}.test.ts']

/** Judges of the tool server bring tests of their own, once installed. */
const notOurs = ['**/node_modules/**']

const elsewhere = [...notOurs, ...unitTests, 'test/patterns.soak.ts', ...browserTests, ...browserSoakTests]

const tests = ['src/**/*.test.ts', 'test/**/*.test.ts', 'sdk/test/*.test.ts']

/** `npm run soak`: what takes long, the fuzz tests with many more cases (FUZZ_CASES), and on PGlite what is left out. */
const soakTests = ['src/**/*.soak.ts', 'test/**/*.soak.ts', 'src/**/*fuzz*.test.ts', 'test/**/*fuzz*.test.ts']

export default defineConfig(({ mode }) => {
  const isSoak = mode === 'soak'
  return {
    test: {
      pool: 'forks',
      maxWorkers: 2,
      sequence: { sequencer: LongestFirst },
      setupFiles: './test/fixed-seed.ts',
      // A database belongs to a worker process and takes seconds to make, so the process is kept from file to file.
      isolate: false,
      // Nothing here measures time: a limit is there for what hangs, not for what is slow on a busy machine.
      testTimeout: isSoak ? 1_800_000 : 120_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 30_000 } },
      slowTestThreshold: 3000,
      projects: [
        { extends: true, test: { name: 'unit', include: isSoak ? unitSoakTests : unitTests } },
        {
          extends: true,
          test: {
            name: 'pglite',
            include: isSoak ? [...soakTests, ...serverOnly] : tests,
            exclude: [...elsewhere, ...(isSoak ? [] : serverOnly)],
            env: { TEST_BACKEND: 'pglite' },
            globalSetup: './test/pglite.ts',
          },
        },
        {
          extends: true,
          test: {
            name: 'browser',
            testTimeout: 300_000,
            include: isSoak ? browserSoakTests : browserTests,
            env: { TEST_BACKEND: 'pglite' },
            globalSetup: ['./test/pglite.ts', './test/browser-setup.ts'],
            setupFiles: ['./test/fixed-seed.ts', './test/browser-close.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'postgres',
            include: isSoak ? soakTests : tests,
            exclude: [...elsewhere, ...embeddedOnly],
            env: { TEST_BACKEND: 'postgres' },
            globalSetup: './test/postgres.ts',
          },
        },
      ],
    },
  }
})
