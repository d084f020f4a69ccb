/**
 * How a name of a person is read, wherever two are compared: an answer about another person (`same-person.ts`) and rows
 * about one person (`domain/rows/person-name.ts`). Each of them states itself how alike two names have to be.
 */

/** A longer text is no name; a name has fewer words. */
export const NAME_LENGTH_MAX = 200
const WORDS_MAX = 12
/** A beginning of a name that is short for it: `Chris` of `Christopher`. */
const BEGINNING_MIN = 3

/** Titles, degrees and suffixes: no part of a name, wherever they are. */
const TITLES = new Set(
  (
    'mr mrs ms miss dr prof professor sir dame rev hon ing dipl mag msc bsc ba ma mba phd md cpa esq jr sr ii iii iv ' +
    'herr frau'
  ).split(' '),
)

/** Father and son, in a name of at least two other words: `Jun` and `Sen` are names too. */
const GENERATIONS: Readonly<Record<string, 'jr' | 'sr'>> = {
  jr: 'jr',
  jun: 'jr',
  junior: 'jr',
  sr: 'sr',
  sen: 'sr',
  senior: 'sr',
}

/** Which of two people of one name is meant: `Eric Winter jun.`; null where the name does not contain it. */
export function generationOf(name: string): 'jr' | 'sr' | null {
  const words =
    name
      .slice(0, NAME_LENGTH_MAX)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  const found = words.length < 3 ? undefined : words.slice(1).find((word) => Object.hasOwn(GENERATIONS, word))
  return found === undefined ? null : (GENERATIONS[found] ?? null)
}

/** Whether a word states which generation is meant, in a name that does. */
export const isGenerationWord = (word: string): boolean => Object.hasOwn(GENERATIONS, word)

/** Small words within family names: two people may share them. As the first word, `Ben` and `San` are names. */
const PARTICLES = new Set(
  (
    'de da do dos das di del della der den van von vom zu zur ten ter la le las los el al bin ibn bint ben abu y e ' +
    'und and st saint san'
  ).split(' '),
)

/** Letters that have no marks to lose. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

/** The words of a name in lower case, without marks, titles and apostrophes; two names with a hyphen are two words. */
export const wordsOfName = (name: string): string[] =>
  name
    .slice(0, NAME_LENGTH_MAX)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøđðþłı]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[\u02bc'’`]/gu, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && !TITLES.has(word))
    .slice(0, WORDS_MAX)

/** The words that tell people apart. */
export const tellingWords = (words: readonly string[]): readonly string[] =>
  words.filter((word, at) => at === 0 || at === words.length - 1 || !PARTICLES.has(word))

/** `Müller` is also written `Mueller`. */
const withoutUmlauts = (word: string): string => word.replaceAll(/([aou])e/g, '$1')

export const isSameWord = (a: string, b: string): boolean => a === b || withoutUmlauts(a) === withoutUmlauts(b)

/** Whether one word is the other's initial, or a beginning of at least three letters. */
export const isShortened = (a: string, b: string): boolean =>
  begins(a, b) || begins(withoutUmlauts(a), withoutUmlauts(b))

function begins(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  return (short.length === 1 || short.length >= BEGINNING_MIN) && long.startsWith(short)
}

const SCRIPTS = 'Latin Cyrillic Greek Arabic Hebrew Devanagari Thai Hangul'
  .split(' ')
  .map((script): [string, RegExp] => [script, new RegExp(`^\\p{Script=${script}}+$`, 'u')])

/** The script of letters; null for several, and for Chinese and Japanese, whose names have several readings. */
export const scriptOf = (letters: string): string | null =>
  SCRIPTS.find(([, written]) => written.test(letters))?.[0] ?? null
