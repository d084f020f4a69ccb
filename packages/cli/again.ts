import { quoted } from './output/text.ts'

/** The options for service, credential and environment that the command line had. */
export interface GivenOptions {
  readonly baseUrl?: string
  readonly session?: boolean
  readonly test?: boolean
  readonly live?: boolean
}

/** The same options for a follow-up command, each with a leading space; a key is never repeated. */
export const repeatedOptions = ({ baseUrl, session, test, live }: GivenOptions): string =>
  [
    ...(baseUrl === undefined ? [] : ['--base-url', quoted(baseUrl.trim())]),
    ...(session === true ? ['--session'] : []),
    ...(test === true ? ['--test'] : []),
    ...(live === true ? ['--live'] : []),
  ]
    .map((word) => ` ${word}`)
    .join('')

/**
 * A sentence that ends in a command: the command gets the options of this one, so that it reaches the same service. The
 * options come first, because behind a `--` they would be arguments.
 */
export const withGivenOptions = (sentence: string, given: GivenOptions): string =>
  sentence.replace(/(^|: )svc (?=\S)/, (lead) => `${lead.trimEnd()}${repeatedOptions(given)} `)
