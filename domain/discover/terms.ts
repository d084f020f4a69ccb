import { stemOf } from '../words/stem.ts'
import { conceptsOf, conceptsOfPhrase, PHRASE_WORDS_MAX } from './vocabulary.ts'
import { isStopWord, wordsIn } from '../words/tokenize.ts'

/**
 * The terms under which a text is indexed: the stem of each word, and the mark of each group of synonyms that a word or
 * a phrase belongs to. So the group finds a synonym, and both find the same word.
 */
export function textTerms(text: string): string[] {
  const words = wordsIn(text)
  const stems = words.map(stemOf)
  const singles = words.flatMap((word, at) => {
    const stem = stems[at] ?? word
    return isStopWord(word) ? [] : [stem, ...conceptsOf(stem)]
  })
  return [
    ...singles,
    ...phrasesIn(stems, (phrase) => conceptsOfPhrase(phrase).length > 0).flatMap((phrase) =>
      conceptsOfPhrase(phrase.stems),
    ),
  ]
}

/** The stems of its words alone: names of fields are too short to tell which of its meanings a word has. */
export const wordTerms = (text: string): string[] =>
  wordsIn(text)
    .filter((word) => !isStopWord(word))
    .map(stemOf)

export interface Phrase {
  readonly at: number
  readonly length: number
  readonly stems: readonly string[]
}

/** The longest first, none within another. */
export function phrasesIn(stems: readonly string[], isPhrase: (stems: readonly string[]) => boolean): Phrase[] {
  const found: Phrase[] = []
  for (let at = 0; at < stems.length; at += 1) {
    for (let length = PHRASE_WORDS_MAX; length > 1; length -= 1) {
      const phrase = stems.slice(at, at + length)
      if (phrase.length < length || !isPhrase(phrase)) continue
      found.push({ at, length, stems: phrase })
      at += length - 1
      break
    }
  }
  return found
}
