// How test files and what they import are loaded: TEST_RUNTIME.
import { createRequire } from 'node:module'

/** The release of Jest whose runtime runtime.cjs replaces. */
const TESTED_JEST = '30.5.2'
/** @type {{version: string}} */
const INSTALLED_JEST = createRequire(import.meta.url)('jest/package.json')

/**
 * Without a value, Node itself loads the files and takes the types away (runtime.cjs). `jest`: Jest's own runtime,
 * which evaluates for each file all that it imports; dev/setup.mjs starts Node with the option that it needs. Throws
 * for a release of Jest that runtime.cjs was not tested with.
 * @param {string | undefined} runtime
 * @param {{version: string}} installed
 */
export function loadingOf(runtime, { version: jest } = INSTALLED_JEST) {
  if (runtime === undefined) {
    if (jest !== TESTED_JEST)
      throw new Error(
        `Node loads the tests as tested with jest ${TESTED_JEST}, and this is ${jest}. Set TEST_RUNTIME=jest, or install ${TESTED_JEST}.`,
      )
    return {
      runtime: '<rootDir>/test/runner/runtime.cjs',
      testEnvironment: '<rootDir>/test/runner/environment.cjs',
      transform: {},
    }
  }
  if (runtime !== 'jest') throw new Error(`TEST_RUNTIME is "${runtime}"; it may be jest, or left out.`)
  return {
    testEnvironment: 'node',
    transform: { '\\.ts$': '<rootDir>/test/runner/strip-types.cjs' },
    extensionsToTreatAsEsm: ['.ts'],
  }
}
