import { testsOf } from './test/runner/kinds.js'

export default {
  // Node itself loads the files and takes the types away: see test/runner/runtime.cjs.
  runtime: '<rootDir>/test/runner/runtime.cjs',
  testEnvironment: '<rootDir>/test/runner/environment.cjs',
  transform: {},
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
