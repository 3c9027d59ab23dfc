import { defineConfig } from 'vitest/config'

/** Tests that touch no database run once; all others run on PGlite and again on PostgreSQL. */
const unitTests = [
  'src/**/*.rules.test.ts',
  'src/**/*.schema.test.ts',
  'src/core/{crypto,gathering,json-scan,mail,network,outbound,pictures,plain-text,sql,storage,zoned-time}*.test.ts',
  'src/config.test.ts',
  'src/modules/ai/{plain-chat,structured-output}.test.ts',
  'src/simulator/signing.test.ts',
  'src/modules/workflows/{catalog,diagram,document,expression,flow}*.test.ts',
  'test/{architecture,words,workflow-editor}.test.ts',
  'sdk/test/{generate,package,retry-plan}.test.ts',
  'web/src/**/*.test.ts',
]

/** Of those, what takes long when asked. */
const unitSoakTests = ['src/modules/workflows/{expression,flow-fuzz}.test.ts']

/** In a real browser, on the embedded database. */
const browserTests = ['test/{console,pages}*.test.ts', 'src/http/pages.test.ts']
const browserSoakTests = ['test/{console,pages}*.soak.ts']

/** Judges of the tool server bring tests of their own, once installed. */
const notOurs = ['**/node_modules/**']

const tests = ['src/**/*.test.ts', 'test/**/*.test.ts', 'sdk/test/*.test.ts']

/** `npm run soak`: what takes long, and the fuzz tests with many more cases (FUZZ_CASES). */
const soakTests = ['src/**/*.soak.ts', 'test/**/*.soak.ts', 'src/**/*fuzz*.test.ts', 'test/**/*fuzz*.test.ts']

export default defineConfig(({ mode }) => {
  const isSoak = mode === 'soak'
  const include = isSoak ? soakTests : tests
  return {
    test: {
      pool: 'forks',
      maxWorkers: 2,
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
            include,
            exclude: [...notOurs, ...unitTests, ...browserTests, ...browserSoakTests],
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
            setupFiles: './test/browser-close.ts',
          },
        },
        {
          extends: true,
          test: {
            name: 'postgres',
            include,
            exclude: [...notOurs, ...unitTests, ...browserTests, ...browserSoakTests],
            env: { TEST_BACKEND: 'postgres' },
            globalSetup: './test/postgres.ts',
          },
        },
      ],
    },
  }
})
