import { stemOf } from '../words/stem.ts'
import { EVERYDAY_WORDS } from './everyday-words.ts'
import { SUBJECT_WORDS } from './subject-words.ts'
import { SYNONYMS } from './synonyms.ts'
import { wordsIn } from '../words/tokenize.ts'

/** The prefix of a group's mark in the index; no word begins with it. */
const MARK = '~'

interface Vocabulary {
  /** Groups of a stem. */
  readonly ofStem: ReadonlyMap<string, readonly string[]>
  /** Stems of a phrase, joined by blanks -> its groups. */
  readonly ofPhrase: ReadonlyMap<string, readonly string[]>
  readonly words: ReadonlySet<string>
}

/** A line that ends with a comma continues in the next. */
const GROUP_END = /(?<![,>])\n/

const { ofStem, ofPhrase, words }: Vocabulary = readGroups(SYNONYMS)

function readGroups(text: string): Vocabulary {
  const stems = new Map<string, string[]>()
  const phrases = new Map<string, string[]>()
  const known = new Set<string>()
  for (const [index, group] of text.trim().split(GROUP_END).entries()) {
    const concept = `${MARK}${index}`
    for (const entry of group.split(',')) {
      const parts = wordsIn(entry)
      for (const part of parts) known.add(part)
      const key = parts.map(stemOf).join(' ')
      const target = parts.length > 1 ? phrases : stems
      target.set(key, [...new Set([...(target.get(key) ?? []), concept])])
    }
  }
  return { ofStem: stems, ofPhrase: phrases, words: known }
}

const suggested: ReadonlyMap<string, readonly string[]> = readSuggestions(EVERYDAY_WORDS + SUBJECT_WORDS)

function readSuggestions(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const line of text.trim().split(GROUP_END)) {
    const [phrases = '', named = ''] = line.split('>')
    const stems = wordsIn(named).map(stemOf)
    for (const entry of phrases.split(',')) {
      const key = wordsIn(entry).map(stemOf).join(' ')
      found.set(key, [...new Set([...(found.get(key) ?? []), ...stems])])
    }
  }
  return found
}

/** The longest phrases have three words. */
export const PHRASE_WORDS_MAX = 3

export const conceptsOf = (stem: string): readonly string[] => ofStem.get(stem) ?? []
export const conceptsOfPhrase = (stems: readonly string[]): readonly string[] => ofPhrase.get(stems.join(' ')) ?? []
/** Whether a term marks a group of synonyms. */
export const isConcept = (term: string): boolean => term.startsWith(MARK)
/** Every single word in the groups, for the correction of typing errors. */
export const vocabularyWords = (): ReadonlySet<string> => words
/** Whether a word is spelt correctly, as far as the vocabulary shows it. */
export const isVocabularyWord = (word: string): boolean => words.has(word) || suggested.has(stemOf(word))
/** The stems that a word or a phrase of a query suggests, by its stems. */
export const suggestedBy = (stems: readonly string[]): readonly string[] => suggested.get(stems.join(' ')) ?? []
