import anyAscii from 'any-ascii'

/** Fewer consonants are in too many names. */
const CONSONANTS_MIN = 2

/** Consonants as another script has them: vowels and double letters are written in one and left out in the other. */
const consonantsOf = (word: string): string =>
  anyAscii(word)
    .toLowerCase()
    .replaceAll(/[^a-z]|[aeiouwy]/g, '')
    .replaceAll(/kh|ch/g, 'h')
    .replaceAll(/[ckq]/g, 'k')
    .replaceAll(/ph/g, 'f')
    .replaceAll(/v/g, 'b')
    .replaceAll(/(.)\1+/g, '$1')

/**
 * Whether two names in different scripts are of two people: no word of one sounds like a part of the other. Where too
 * little is left to compare, they are not. Chinese characters are compared as they are read in Chinese: a Japanese
 * name in them and in Latin letters counts as two, which is a row too many and loses none.
 */
export function soundOtherwise(one: readonly string[], other: readonly string[]): boolean {
  const [mine, theirs] = [one, other].map((words) =>
    words.map(consonantsOf).filter((word) => word.length >= CONSONANTS_MIN),
  )
  if (mine === undefined || theirs === undefined || mine.length === 0 || theirs.length === 0) return false
  const isPart = (words: readonly string[], names: readonly string[]): boolean =>
    names.some((name) => words.join('').includes(name) || words.some((word) => name.includes(word)))
  return !isPart(mine, theirs) && !isPart(theirs, mine)
}
