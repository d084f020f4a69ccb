import { readFileSync } from 'node:fs'

/**
 * The texts of files of this folder. A file that a release has installed never changes: workers of two versions call the
 * functions during a deployment. Another form of a function is a file with the next number, and a migration that installs
 * it.
 */
export const readFunctions = (names: readonly string[]): string[] =>
  names.map((name) => readFileSync(new URL(`${name}.sql`, import.meta.url), 'utf8'))
