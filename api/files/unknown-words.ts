/** A person mends a few words, and sees by them what the others are. */
const WORDS_MAX = 5
const WORD_LENGTH_MAX = 60

/** Words of a file that were not understood, each once, and the lines that have them. */
export class UnknownWords {
  readonly #words = new Set<string>()
  #lines = 0

  add(word: string): void {
    this.#lines += 1
    if (this.#words.size < WORDS_MAX) this.#words.add(word.slice(0, WORD_LENGTH_MAX))
  }

  /** The hint for words in place of a country; none where every one was understood. */
  countryHints(): string[] {
    if (this.#lines === 0) return []
    const lines = `${this.#lines} line${this.#lines === 1 ? '' : 's'}`
    const words = [...this.#words].map((word) => `"${word}"`).join(', ')
    return [
      `In ${lines} a phone has no country code, and the country is not understood: ${words}. Write a country's name or its ISO code, like Germany or DE, or write the phone with its code.`,
    ]
  }
}
