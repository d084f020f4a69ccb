/**
 * Reduces the forms of an English word to one: companies, company; verifies, verification, verifying. It is cautious on
 * purpose: a missed form costs a little relevance, two words merged into one cost a wrong answer. The result is no word
 * to show.
 */
export function stemOf(word: string): string {
  if (word.length <= 3 || /\d/.test(word) || NO_PLURAL.has(word)) return word
  return withoutEnd(withoutDerivation(withoutInflection(withoutPlural(word))))
}

/** Words that end like plurals and mean something else without the ending. */
const NO_PLURAL = new Set(['news', 'series', 'species', 'always', 'sales'])

const VOWEL = /[aeiouy]/

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2)
  if (/[^sui]s$/.test(word)) return word.slice(0, -1)
  return word
}

function withoutInflection(word: string): string {
  const bare = /^(.{3,})(?:ing|ed)$/.exec(word)?.[1]
  if (bare === undefined || !VOWEL.test(bare) || word.endsWith('eed')) return word
  if (/([bdfgkmnprtv])\1$/.test(bare)) return bare.slice(0, -1)
  return bare.endsWith('i') ? `${bare.slice(0, -1)}y` : bare
}

/** The longest first; the rest must still be a word of some length. */
const DERIVATIONS: readonly (readonly [suffix: string, instead: string, leftMin: number])[] = [
  ['ification', 'ify', 2],
  ['ifier', 'ify', 2],
  ['ization', 'iz', 3],
  ['isation', 'iz', 3],
  ['ability', '', 4],
  ['ibility', '', 4],
  ['ription', 'ribe', 3],
  ['ation', '', 4],
  ['ition', '', 4],
  ['ion', '', 4],
  ['ment', '', 3],
  ['ness', '', 4],
  ['ity', '', 5],
  ['ate', '', 4],
  ['able', '', 4],
  ['ly', '', 4],
]

function withoutDerivation(word: string): string {
  for (const [suffix, instead, leftMin] of DERIVATIONS) {
    if (word.endsWith(suffix) && word.length - suffix.length >= leftMin) return word.slice(0, -suffix.length) + instead
  }
  return word
}

const withoutEnd = (word: string): string => {
  // A movie and movies: the plural ends like that of a city.
  const bare = word.length > 4 ? word.replace(/ie$/, 'y').replace(/e$/, '') : word
  return bare.replace(/is$/, 'iz')
}
