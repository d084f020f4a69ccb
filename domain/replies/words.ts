/** A text as phrases are compared with it. */
export interface Words {
  readonly all: readonly string[]
  readonly sentences: readonly (readonly string[])[]
}

/** The point of `5.10.` and of `10.30` ends no sentence. */
const SENTENCE_END = /(?<!\d)\.|[!?;。！？；—\n]|:(?!\d)/
const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Numbers are no part of a phrase: dates stand anywhere in one. */
const NUMBER = /^\p{N}+$/u
/** Accents, and not the marks of Japanese syllables. */
const ACCENTS = /[\u0300-\u036f]/g
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/ß/g, 'ss'],
  [/ł/g, 'l'],
  [/ø/g, 'o'],
  [/æ/g, 'ae'],
  [/œ/g, 'oe'],
]

/** Lower case, without accents, in one form of each character: `Désinscrire` and `DESINSCRIRE` are one word. */
export function plain(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase().normalize('NFD').replace(ACCENTS, '').normalize('NFC')
  return LETTERS.reduce((written, [letter, form]) => written.replace(letter, form), lower)
}

/** The words of languages that put spaces between them: an apostrophe ends a word. */
export function wordsOf(text: string): Words {
  const sentences = plain(text)
    .split(SENTENCE_END)
    .map(runsOf)
    .filter(({ length }) => length > 0)
  return { sentences, all: sentences.flat() }
}

const runsOf = (sentence: string): string[] => (sentence.match(WORD) ?? []).filter((run) => !NUMBER.test(run))

/** Each character is a word, in Japanese. */
export function charactersOf(text: string): Words {
  const sentences = plain(text)
    .split(SENTENCE_END)
    .map((sentence) => runsOf(sentence).flatMap((run) => [...run].filter((character) => !NUMBER.test(character))))
    .filter(({ length }) => length > 0)
  return { sentences, all: sentences.flat() }
}
