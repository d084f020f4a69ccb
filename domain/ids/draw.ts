import { BASE32_ALPHABET } from './ids.ts'

/** The random end of an id that a draw is made of: 30 bits. */
const CHARACTERS = 6

/** A number from 0 to 1 that is always the same for one run, and spread evenly over all. */
export function drawOf(runId: string): number {
  let sum = 0
  for (const character of runId.slice(-CHARACTERS)) sum = sum * 32 + BASE32_ALPHABET.indexOf(character)
  return sum / 32 ** CHARACTERS
}
