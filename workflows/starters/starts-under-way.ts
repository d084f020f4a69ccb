import type { Permit } from '../../domain/shares/permits.ts'

interface UnderWay {
  readonly permit: Permit
  readonly since: number
  confirmed: boolean
}

/**
 * The runs that have a permit of the start gate: started, and not yet picked up by a worker as far as the gate knows.
 */
export class StartsUnderWay {
  readonly #freshMsMax: number
  readonly #byRun = new Map<string, UnderWay>()

  /** After `freshMsMax` a start is overdue. */
  constructor(freshMsMax: number) {
    this.#freshMsMax = freshMsMax
  }

  begin(runId: string, permit: Permit): void {
    this.#byRun.set(runId, { permit, since: performance.now(), confirmed: false })
  }

  /** Returns the permit that the run had. */
  end(runId: string): Permit | undefined {
    const one = this.#byRun.get(runId)
    this.#byRun.delete(runId)
    return one?.permit
  }

  /** Temporal has accepted the start. */
  confirm(runId: string): void {
    const one = this.#byRun.get(runId)
    if (one !== undefined) one.confirmed = true
  }

  /** The runs that a worker may have picked up. */
  confirmed(): string[] {
    return [...this.#byRun].filter(([, { confirmed }]) => confirmed).map(([runId]) => runId)
  }

  overdue(): string[] {
    const tooOld = performance.now() - this.#freshMsMax
    return [...this.#byRun].filter(([, { since }]) => since < tooOld).map(([runId]) => runId)
  }

  isFresh(runId: string): boolean {
    const one = this.#byRun.get(runId)
    return one !== undefined && performance.now() - one.since < this.#freshMsMax
  }
}
