/** The time that one round of the event loop may spend on work; a step that takes longer is not interrupted. */
const SLICE_MS = 4

/** The part of an event loop round that is left for work. Jobs share it. */
interface Slice {
  readonly endsAt: number
}

type Begin = (slice: Slice) => void

/** Work that yields between its steps. A step should take about a millisecond. */
export type SlicedWork<Result> = Generator<void, Result>

/** Gives out the slices of the event loop's rounds, one slice between two rounds. */
class Rounds {
  readonly #beginning: Begin[] = []
  readonly #continuing: Begin[] = []
  #beganLast = false
  /**
   * null: no job has worked in this round. Then no job waits, because a round begins with the slice of a waiting job.
   */
  #current: Slice | null = null
  /** Whether a job has the slice and has not left it. */
  #isGiven = false

  hasTime(slice: Slice | null): boolean {
    return slice !== null && slice === this.#current && performance.now() < slice.endsAt
  }

  /** A slice for a job that begins, or for one that continues. */
  take(as: 'beginning' | 'continuing'): Slice | Promise<Slice> {
    if (this.#current === null) return this.#open()
    if (!this.#isGiven && this.hasTime(this.#current)) {
      this.#isGiven = true
      return this.#current
    }
    const queue = as === 'beginning' ? this.#beginning : this.#continuing
    return new Promise((resolve) => queue.push(resolve))
  }

  /** Leaves the rest of a slice to the next job, so that short jobs do not need a round each. */
  leave(slice: Slice): void {
    if (!this.hasTime(slice)) return
    const begin = this.#nextWaiting()
    this.#isGiven = begin !== undefined
    begin?.(slice)
  }

  #open(): Slice {
    const slice = { endsAt: performance.now() + SLICE_MS }
    this.#current = slice
    this.#isGiven = true
    // An immediate runs after the I/O that has arrived in the meantime.
    setImmediate(() => {
      this.#current = null
      const begin = this.#nextWaiting()
      if (begin !== undefined) begin(this.#open())
    })
    return slice
  }

  #nextWaiting(): Begin | undefined {
    this.#beganLast = this.#continuing.length === 0 || (this.#beginning.length > 0 && !this.#beganLast)
    return (this.#beganLast ? this.#beginning : this.#continuing).shift()
  }
}

/**
 * Long work in time slices: one slice is worked between two rounds of the event loop, however many jobs there are, so
 * everything else in the process waits for one slice at most. Jobs take turns. Every other time, a job that has not
 * begun goes before those that continue, so a short job does not wait for every long one.
 */
export function createSlices() {
  const rounds = new Rounds()
  return {
    /** Works on a job in slices and returns its result. Throws what the job throws. */
    async inSlices<Result>(job: SlicedWork<Result>): Promise<Result> {
      let slice = await rounds.take('beginning')
      try {
        for (;;) {
          let step = job.next()
          while (step.done !== true && performance.now() < slice.endsAt) step = job.next()
          if (step.done === true) return step.value
          slice = await rounds.take('continuing')
        }
      } finally {
        rounds.leave(slice)
      }
    },

    /**
     * For work that is not a generator: returns a function to call before each step, which waits for a slice when there
     * is none.
     */
    slicing(): () => Promise<void> {
      let slice: Slice | null = null
      return async () => {
        if (!rounds.hasTime(slice)) slice = await rounds.take(slice === null ? 'beginning' : 'continuing')
      }
    },
  }
}

/**
 * The time slices of the process. They are not passed on as a dependency, because a process has one event loop: two
 * sets of slices would each block it for a full slice. A test of the slices makes a separate set.
 */
export const { inSlices, slicing } = createSlices()

/** Runs the first step at once, and waits for slices only if there are more: most of such work is one step. */
export async function atOnceOrInSlices<Result>(job: SlicedWork<Result>): Promise<Result> {
  const step = job.next()
  return step.done === true ? step.value : inSlices(job)
}

/** Runs the same work without pauses. */
export function atOnce<Result>(job: SlicedWork<Result>): Result {
  let step = job.next()
  while (step.done !== true) step = job.next()
  return step.value
}

/** Maps every item with `of`, one step per item. */
export function* mapInSteps<Item, Result>(items: Iterable<Item>, of: (item: Item) => Result): SlicedWork<Result[]> {
  const made: Result[] = []
  for (const item of items) {
    made.push(of(item))
    yield
  }
  return made
}
