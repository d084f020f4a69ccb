// Tests are native ES modules in TypeScript; swc only strips the types.
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  // Real documents of providers lie beside the repository, not in it: .ci/run runs these tests by name.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/documents/'],
  modulePathIgnorePatterns: ['<rootDir>/.data/'],
  // One PostgreSQL and one Temporal server serve all test files; more workers would only wait for them.
  maxWorkers: 2,
  // Modules of a test file stay in its worker's memory: before they fill it, the worker is exchanged for a new one.
  workerIdleMemoryLimit: '1500MB',
  // A hang is to be noticed, a slow and shared machine is not to be judged.
  testTimeout: 120_000,
}
