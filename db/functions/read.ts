import { readFileSync } from 'node:fs'

/**
 * The texts of files of this folder. A file that was released never changes: workers of two versions call the functions
 * during a deployment. Another form of a function is a file with the next number, which another migration installs.
 */
export const readFunctions = (names: readonly string[]): string[] =>
  names.map((name) => readFileSync(new URL(`${name}.sql`, import.meta.url), 'utf8'))
