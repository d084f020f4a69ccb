import type { Words } from './words.ts'

/**
 * The phrases of a lexicon are written in a small language. A person who reads the language can check them, and no
 * phrase takes more than linear time:
 *
 * - words, compared without case, accents and punctuation: `i'm out of office`;
 * - `(the|your)`: one of them, `(the|)`: or nothing;
 * - `…`: up to three words;
 * - `interest*`: a word that begins so;
 * - `^`, first: only at the beginning of a sentence; `$`: only at its end.
 */
interface Pattern {
  readonly steps: readonly Step[]
  readonly first: boolean
}

/** The words of which one follows; `GAP`: any few words; `END`: nothing follows in the sentence. */
type Step = readonly string[] | typeof GAP | typeof END

export type Fold = (text: string) => Words

const GAP = '…'
const END = '$'
/** Words that `…` may stand for. */
const GAP_WORDS_MAX = 3

/** All forms of a phrase: alternatives of one word are one step, others a form each. */
function patternsOf(phrase: string, fold: Fold): Pattern[] {
  return formsOf(phrase.replace('^', ''), fold).map((steps) => ({ steps, first: phrase.startsWith('^') }))
}

function formsOf(phrase: string, fold: Fold): Step[][] {
  const open = phrase.indexOf('(')
  const close = phrase.indexOf(')', open)
  if (open === -1 || close === -1) return [stepsOf(phrase, fold)]
  const before = stepsOf(phrase.slice(0, open), fold)
  const options = phrase.slice(open + 1, close).split('|')
  const choices = options.map((option) => stepsOf(option, fold))
  const words = choices.flatMap((steps) => (steps.length === 1 ? wordsAt(steps[0]) : []))
  const longer = choices.filter((steps) => steps.length !== 1 || wordsAt(steps[0]).length === 0)
  const within: Step[][] = words.length === 0 ? longer : [[words], ...longer]
  const after = formsOf(phrase.slice(close + 1), fold)
  return within.flatMap((steps) => after.map((rest) => [...before, ...steps, ...rest]))
}

const wordsAt = (step: Step | undefined): readonly string[] =>
  step === undefined || step === GAP || step === END ? [] : step

const stepsOf = (text: string, fold: Fold): Step[] =>
  text
    .replaceAll(END, ` ${END} `)
    .replaceAll(GAP, ` ${GAP} `)
    .split(' ')
    .flatMap((word): Step[] => (word === GAP || word === END ? [word] : wordsIn(word, fold)))

/** A word for all that begin with it keeps its star, which folding would take off. */
function wordsIn(word: string, fold: Fold): Step[] {
  const folded = fold(word).all
  return folded.map((one, at) => [word.endsWith('*') && at === folded.length - 1 ? `${one}*` : one])
}

/** Phrases by their first word, so that a word of a message is compared with few of them. */
export class PhraseList {
  readonly #byWord = new Map<string, Pattern[]>()
  readonly #byPrefix: Pattern[] = []

  constructor(phrases: readonly string[], fold: Fold) {
    for (const pattern of phrases.flatMap((phrase) => patternsOf(phrase, fold))) this.#add(pattern)
  }

  #add(pattern: Pattern): void {
    const words = wordsAt(pattern.steps[0])
    if (words.some((word) => word.endsWith('*'))) this.#byPrefix.push(pattern)
    else for (const word of words) this.#byWord.set(word, [...(this.#byWord.get(word) ?? []), pattern])
  }

  /** The words of the first phrase in a sentence; null: it has none. */
  find(sentence: readonly string[]): readonly string[] | null {
    for (const [at, word] of sentence.entries()) {
      const end = firstEnd(this.#byWord.get(word), sentence, at) ?? firstEnd(this.#byPrefix, sentence, at)
      if (end !== null) return sentence.slice(at, end)
    }
    return null
  }
}

function firstEnd(patterns: readonly Pattern[] | undefined, sentence: readonly string[], at: number): number | null {
  for (const pattern of patterns ?? []) {
    const end = pattern.first && at > 0 ? -1 : endOf(pattern, sentence, at)
    if (end !== -1) return end
  }
  return null
}

/** The index behind the phrase if it begins at `start`, otherwise -1. A gap takes as few words as it can. */
function endOf({ steps }: Pattern, sentence: readonly string[], start: number): number {
  let at = start
  let gap = 0
  for (const step of steps) {
    if (step === GAP) {
      gap = GAP_WORDS_MAX
      continue
    }
    if (step === END) {
      if (at !== sentence.length) return -1
      continue
    }
    const limit = at + gap
    while (at <= limit && !matches(step, sentence[at])) at += 1
    if (at > limit) return -1
    at += 1
    gap = 0
  }
  return at
}

const matches = (step: readonly string[], word: string | undefined): boolean =>
  word !== undefined &&
  step.some((wanted) => (wanted.endsWith('*') ? word.startsWith(wanted.slice(0, -1)) : word === wanted))
