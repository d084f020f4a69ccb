import type { Lexicon } from './lexicon.ts'
import { LEXICONS } from './lexicons.ts'
import { PhraseList } from './patterns.ts'
import { type Words, wordsOf } from './words.ts'

/** The phrases of one kind in one language. */
type Kind = {
  [K in keyof Lexicon]: Lexicon[K] extends readonly string[] ? K : never
}[keyof Lexicon]

/** A phrase that was found, with the language that has it. */
export interface Found {
  readonly words: string
  readonly lexicon: Lexicon
}

/** A text as each way to divide it into words reads it, once. */
export class ReadText {
  readonly text: string
  readonly #words = new Map<Lexicon['fold'], Words>()

  constructor(text: string) {
    this.text = text
  }

  by(fold: Lexicon['fold']): Words {
    const known = this.#words.get(fold)
    if (known !== undefined) return known
    const words = fold(this.text)
    this.#words.set(fold, words)
    return words
  }
}

const compiled = new Map<Lexicon, Map<Kind, PhraseList>>()

function phrasesOf(lexicon: Lexicon, kind: Kind): PhraseList {
  const lists = compiled.get(lexicon) ?? new Map<Kind, PhraseList>()
  compiled.set(lexicon, lists)
  const known = lists.get(kind)
  if (known !== undefined) return known
  const list = new PhraseList(lexicon[kind], lexicon.fold)
  lists.set(kind, list)
  return list
}

interface Where {
  /** Only in the first sentences. */
  readonly sentencesMax?: number
  /** A sentence with a phrase of these kinds does not count. */
  readonly without?: Kind
}

/** The first phrase of a kind in a text, of whichever language. */
export function find(reading: ReadText, kind: Kind, where: Where = {}): Found | null {
  for (const lexicon of LEXICONS) {
    const found = findIn(lexicon, reading, { kind, ...where })
    if (found !== null) return found
  }
  return null
}

/** The languages in which a text has a phrase of one of these kinds. */
export const languagesWith = (reading: ReadText, kinds: readonly Kind[]): Lexicon[] =>
  LEXICONS.filter((lexicon) => kinds.some((kind) => findIn(lexicon, reading, { kind }) !== null))

function findIn(
  lexicon: Lexicon,
  reading: ReadText,
  { kind, sentencesMax, without }: Where & { readonly kind: Kind },
): Found | null {
  for (const sentence of reading.by(lexicon.fold).sentences.slice(0, sentencesMax)) {
    const words = phrasesOf(lexicon, kind).find(sentence)
    if (words !== null && (without === undefined || phrasesOf(lexicon, without).find(sentence) === null))
      return { words: spoken(words, lexicon), lexicon }
  }
  return null
}

/** A phrase of a kind with which a text begins. */
export function findFirst(reading: ReadText, kind: Kind): Found | null {
  for (const lexicon of LEXICONS) {
    const all = reading.by(lexicon.fold).all
    const words = phrasesOf(lexicon, kind).find(all)
    if (words !== null && words.every((word, at) => word === all[at])) return { words: spoken(words, lexicon), lexicon }
  }
  return null
}

/** More words are a sentence, and no order of one word. */
const ALONE_MAX = { words: 12, characters: 40 } as const

/** A phrase of a kind that is the entire text, but for words of politeness. */
export function findAlone(reading: ReadText, kind: Kind): Found | null {
  for (const lexicon of LEXICONS) {
    const { all } = reading.by(lexicon.fold)
    if (all.length > (lexicon.fold === wordsOf ? ALONE_MAX.words : ALONE_MAX.characters)) continue
    const order = bare(all, lexicon)
    if (order !== '' && ordersOf(lexicon, kind).has(order)) return { words: spoken(all, lexicon), lexicon }
  }
  return null
}

const orders = new Map<Lexicon, Map<Kind, ReadonlySet<string>>>()

function ordersOf(lexicon: Lexicon, kind: Kind): ReadonlySet<string> {
  const sets = orders.get(lexicon) ?? new Map<Kind, ReadonlySet<string>>()
  orders.set(lexicon, sets)
  const known = sets.get(kind)
  if (known !== undefined) return known
  const made = new Set(lexicon[kind].map((phrase) => bare(lexicon.fold(phrase).all, lexicon)))
  sets.set(kind, made)
  return made
}

function bare(words: readonly string[], { polite }: Lexicon): string {
  return words.filter((word) => !polite.includes(word)).join(' ')
}

const spoken = (words: readonly string[], { language }: Lexicon): string => words.join(language === 'ja' ? '' : ' ')
