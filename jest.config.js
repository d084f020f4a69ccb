import { testsOf } from './test/runner/kinds.js'
import { loadingOf } from './test/runner/loading.js'

export default {
  ...loadingOf(process.env.TEST_RUNTIME),
  ...testsOf(process.env.TESTS),
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  modulePathIgnorePatterns: ['<rootDir>/.data/'],
  testSequencer: '<rootDir>/test/runner/sequencer.cjs',
  // Most files wait longer than they work: five of them keep two processors busy.
  maxWorkers: 5,
  // What the files of one worker have left behind stays in its memory: before that fills it, a new worker takes its
  // place.
  workerIdleMemoryLimit: '1500MB',
  // A hang is to be noticed, a slow and shared machine is not to be judged.
  testTimeout: 120_000,
}
