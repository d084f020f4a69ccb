import { hash } from 'node:crypto'

const DIMENSIONS = 256
/** Parts of a word state less than the word: they make typing errors and endings near. */
const PART_WEIGHT = 0.2
const PART_LENGTH = 3

/**
 * Words of one meaning, also of other languages, of which the service itself knows nothing: so tests tell what was
 * found by meaning from what was found by words.
 */
const MEANINGS: readonly (readonly string[])[] = [
  ['job', 'posting', 'opening', 'vacancy', 'vacancie', 'stellenanzeigen', 'vacantes'],
  ['technology', 'technologie', 'stack', 'webtechnik', 'tecnologia'],
  ['backlink', 'link', 'verweisquellen'],
  ['filing', 'disclosure', 'pflichtmitteilungen'],
  ['follower', 'creator', 'influencer', 'reichweitenkoenig'],
]
const meanings = new Map(MEANINGS.flatMap((words, index) => words.map((word) => [word, `meaning ${index}`] as const)))

const COMMON = new Set(
  'a about all an and are as at be by do for from get give how i id in into is it its me my no of on or that the this to two with without'.split(
    ' ',
  ),
)

/** The vector of a text, the same at every time and place: hashed words, parts of words and meanings. */
export function vectorOf(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0)
  for (const [feature, weight] of featuresOf(text)) {
    const { index, isAdded } = placeOf(feature)
    vector[index] = (vector[index] ?? 0) + (isAdded ? weight : -weight)
  }
  return vector
}

interface Place {
  readonly index: number
  readonly isAdded: boolean
}

/** Texts share most of their features, and a hash is slower than all the rest. */
const places = new Map<string, Place>()

function placeOf(feature: string): Place {
  const known = places.get(feature)
  if (known !== undefined) return known
  const bytes = hash('sha256', feature, 'buffer')
  const made = { index: bytes.readUInt16BE(0) % DIMENSIONS, isAdded: (bytes[2] ?? 0) % 2 === 0 }
  places.set(feature, made)
  return made
}

function featuresOf(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    if (COMMON.has(word)) continue
    const stem = word.length > 3 ? word.replace(/s$/, '') : word
    const meaning = meanings.get(word) ?? meanings.get(stem)
    counts.set(meaning ?? stem, (counts.get(meaning ?? stem) ?? 0) + 1)
    if (meaning !== undefined) continue
    for (let at = 0; at + PART_LENGTH <= stem.length; at += 1) {
      const part = `part ${stem.slice(at, at + PART_LENGTH)}`
      counts.set(part, (counts.get(part) ?? 0) + PART_WEIGHT)
    }
  }
  // The tenth time that a text states a word adds little.
  return new Map([...counts].map(([feature, count]) => [feature, Math.sqrt(count)]))
}
