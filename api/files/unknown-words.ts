/** A person fixes a few words, and sees by them what the others are. */
const WORDS_MAX = 5
const WORD_LENGTH_MAX = 60

/** Words of a file that a person should look at, each once, and the lines that have them. */
export class UnknownWords {
  readonly #words = new Set<string>()
  #lines = 0

  add(word: string): void {
    this.#lines += 1
    if (this.#words.size < WORDS_MAX) this.#words.add(word.slice(0, WORD_LENGTH_MAX))
  }

  /** The hint for words in place of a country; none where every one was understood. */
  countryHints(): string[] {
    return this.#hints(
      'a phone has no country code, and the country is not understood',
      "Write a country's name or its ISO code, like Germany or DE, or write the phone with its code.",
    )
  }

  /** The hint for numbers that got a plus sign; none where none did. */
  plusHints(): string[] {
    return this.#hints(
      'a phone without a plus sign was read as an international mobile number',
      'If one is not, write it with its code (`+15550100123`), or add a column for the country.',
    )
  }

  #hints(what: string, advice: string): string[] {
    if (this.#lines === 0) return []
    const lines = `${this.#lines} line${this.#lines === 1 ? '' : 's'}`
    const words = [...this.#words].map((word) => `"${word}"`).join(', ')
    return [`In ${lines} ${what}: ${words}. ${advice}`]
  }
}
