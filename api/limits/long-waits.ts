import { type Caller, nameOf } from '../../domain/shares/caller.ts'

/** How many requests of one caller wait for the end of a run or a refresh. */
const LONG_WAITS_OF_CALLER_MAX = 1_000

/** Counts the requests of each caller that wait for something that takes long. */
export class LongWaits {
  readonly #waiting = new Map<string, number>()
  readonly #ofCallerMax: number

  constructor(ofCallerMax = LONG_WAITS_OF_CALLER_MAX) {
    this.#ofCallerMax = ofCallerMax
  }

  /** false: too many of the caller's requests wait already. */
  begin(caller: Caller): boolean {
    const name = nameOf(caller)
    const waits = this.#waiting.get(name) ?? 0
    if (waits >= this.#ofCallerMax) return false
    this.#waiting.set(name, waits + 1)
    return true
  }

  end(caller: Caller): void {
    const name = nameOf(caller)
    const left = (this.#waiting.get(name) ?? 1) - 1
    if (left === 0) this.#waiting.delete(name)
    else this.#waiting.set(name, left)
  }
}
