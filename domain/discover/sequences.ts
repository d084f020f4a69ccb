import { stemOf } from '../words/stem.ts'
import { isStopWord, wordsIn } from '../words/tokenize.ts'
import type { SearchText } from './documents.ts'
import type { QueryElement } from './query-elements.ts'
import { conceptsOf, isConcept } from './vocabulary.ts'

/** The fields that state what a document is for. */
const FIELDS = ['name', 'summary', 'path', 'tags', 'prose'] as const
/** Between these, words are not neighbours. */
const BREAK = /[,.;:()]/

/** The words of documents in their order, without those that mean nothing. */
export interface Sequences {
  /** By document, the share of the query's neighbouring words that are neighbours there too, 0 to 1. */
  shares(elements: readonly QueryElement[], documents: readonly number[]): Float64Array
}

/** The ids of the terms of each word; each word and each part of a field has an end. */
type Sequence = Int32Array
const WORD_END = 0
const PART_END = -1
const NONE: Sequence = new Int32Array(0)

/** One bit for each word of a query; the other words are not looked at. */
const BITS = 31

export function sequencesOf(documents: readonly SearchText[]): Sequences {
  const ids = new Map<string, number>()
  const idOf = (term: string): number => {
    const id = ids.get(term) ?? ids.size + 1
    ids.set(term, id)
    return id
  }
  const sequences = documents.map(({ text }) => sequenceOf(text, idOf))
  return {
    shares(elements, wanted) {
      const words = elements.filter(({ text }) => !text.includes(' ')).slice(0, BITS)
      const pairs = words.length - 1
      if (pairs < 1) return new Float64Array(wanted.length).fill(1)
      const bits = new Uint32Array(ids.size + 1)
      for (const [at, { terms }] of words.entries()) {
        for (const { term, weight } of terms) {
          // What a word only suggests occurs in other places than the word.
          const id = weight === 1 || isConcept(term) ? ids.get(term) : undefined
          if (id !== undefined) bits[id] = (bits[id] ?? 0) | (1 << at)
        }
      }
      return Float64Array.from(wanted, (at) => numberOf(pairsIn(sequences[at] ?? NONE, bits)) / pairs)
    },
  }
}

function sequenceOf(text: SearchText['text'], idOf: (term: string) => number): Sequence {
  const ids: number[] = []
  for (const part of FIELDS.flatMap((field) => text[field].split(BREAK))) {
    for (const word of wordsIn(part)) {
      if (isStopWord(word)) continue
      const stem = stemOf(word)
      ids.push(idOf(stem), ...conceptsOf(stem).map(idOf), WORD_END)
    }
    ids.push(PART_END)
  }
  return Int32Array.from(ids)
}

/** Bit n: the word n of the query comes right after the word n - 1. */
function pairsIn(sequence: Sequence, bits: Uint32Array): number {
  let [pairs, before, word] = [0, 0, 0]
  for (let at = 0; at < sequence.length; at += 1) {
    const id = sequence[at] ?? PART_END
    if (id > 0) {
      word |= bits[id] ?? 0
      continue
    }
    pairs |= (before << 1) & word
    before = id === PART_END ? 0 : word
    word = 0
  }
  return pairs
}

function numberOf(bits: number): number {
  let number = 0
  for (let left = bits; left !== 0; left &= left - 1) number += 1
  return number
}
