import { readFileSync } from 'node:fs'

/**
 * The text of one file. A file that was released never changes: workers of two versions call the functions during a
 * deployment. Another form of a function is a file with the next number, which another migration installs.
 */
export const readFunction = (name: string): string => readFileSync(new URL(`${name}.sql`, import.meta.url), 'utf8')
