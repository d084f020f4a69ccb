import type { SearchText } from './documents.ts'

/** Small models read 256 to 512 tokens; what a text is about is in its first hundred words. */
const TEXT_LENGTH_MAX = 1_000

/** The text of a capability or an endpoint of which the vector is made: what it does comes first. */
export function embeddingText({ called, text }: SearchText): string {
  const parts = [called, text.summary, text.prose, text.tags, text.provider, text.parameters]
  return [...new Set(parts.map(plain))]
    .filter((part) => part !== '')
    .join('. ')
    .slice(0, TEXT_LENGTH_MAX)
}

/** Queries that differ in spaces and capitals alone have one vector. */
export const embeddedQuery = (query: string): string => plain(query).toLowerCase()

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/**
 * Queries that nothing here can do, and some without any meaning. How near the nearest text is to each of them shows
 * which cosines of a model mean nothing: for one model that is 0.2, for another 0.7, so no number fits all.
 */
export const PROBES: readonly string[] = [
  'weather in berlin tomorrow',
  'translate a poem into french',
  'play a song by a band from the eighties',
  'recipe for pancakes without eggs',
  'turn off the lights in the kitchen',
  'solve a quadratic equation',
  'book a table for two tonight',
  'generate a picture of a cat',
  'bus timetable to the airport',
  'remind me to water the plants',
  'convert miles to kilometres',
  'score of the football match',
  'write a birthday poem for my mother',
  'how tall is mount everest',
  'print a boarding pass',
  'open the garage door',
  'zqxwv jjkqz',
  'lorem ipsum dolor sit amet',
  'asdf qwer yxcv',
  'blorf the quindle with snargs',
]
/** A new provider may serve one or two of them: those must not hide everything else. */
const SERVED_PROBES = 2

/** The cosine that a text must pass to be near at all: `nearest` has that of the nearest text to each probe. */
export function floorOf(nearest: readonly number[]): number {
  const ordered = nearest.toSorted((a, b) => b - a)
  return ordered[SERVED_PROBES] ?? 1
}

/** How far a cosine is above the floor: 0 at the floor, 1 for the same text. */
export const relevanceOf = (cosine: number, floor: number): number =>
  floor >= 1 ? 0 : Math.max(0, (cosine - floor) / (1 - floor))
