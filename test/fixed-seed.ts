import fc from 'fast-check'

const { FUZZ_SEED, FUZZ_CASES } = process.env

// The same cases in every run of `npm test`, so that none fails by chance. Soaks look further, each with a seed of its
// own; a failure prints it, and FUZZ_SEED brings it back.
if (FUZZ_SEED !== undefined || FUZZ_CASES === undefined) fc.configureGlobal({ seed: Number(FUZZ_SEED ?? 20_261_115) })
