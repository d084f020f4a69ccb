import { quoted } from './output/text.ts'

/** What the command line said of service, credential and environment. */
export interface SaidBefore {
  readonly baseUrl?: string
  readonly session?: boolean
  readonly test?: boolean
  readonly live?: boolean
}

/** The same words for a command that goes on from there, with a blank in front of each; a key is never repeated. */
export const saidAgain = ({ baseUrl, session, test, live }: SaidBefore): string => [
  ...(baseUrl === undefined ? [] : ['--base-url', quoted(baseUrl.trim())]), ...(session === true ? ['--session'] : []), ...(test === true ? ['--test'] : []), ...(live === true ? ['--live'] : []),
].map((word) => ` ${word}`).join('')

/** A sentence that ends in a command, which then asks where this one asked. The words stand in front: behind a `--` they would be none. */
export const withSaid = (sentence: string, said: SaidBefore): string => sentence.replace(/(^|: )svc (?=\S)/, (lead) => `${lead.trimEnd()}${saidAgain(said)} `)
