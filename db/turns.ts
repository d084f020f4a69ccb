/** The time that one round of the event loop may spend on work; a step that takes longer is not interrupted. */
const SLICE_MS = 4

/** The part of an event loop round that is left for work. Jobs share it. */
interface Slice {
  readonly endsAt: number
}

type Begin = (slice: Slice) => void

/** Work that yields between its steps. A step should take about a millisecond. */
export type Job<Result> = Generator<void, Result>

/**
 * Long work in time slices: one slice is worked between two rounds of the event loop, however many jobs there are, so
 * everything else in the process waits for one slice at most. Jobs take turns. Every other time, a job that has not
 * begun goes before those that continue, so a short job does not wait for every long one.
 */
export function createSlices() {
  const beginning: Begin[] = []
  const goingOn: Begin[] = []
  let beganLast = false
  /**
   * null: no job has worked in this round. Then no job waits, because a round begins with the slice of a waiting job.
   */
  let current: Slice | null = null
  /** Whether a job has the slice and has not left it. */
  let isGiven = false

  const hasTime = (slice: Slice | null): boolean =>
    slice !== null && slice === current && performance.now() < slice.endsAt

  function open(): Slice {
    const slice = { endsAt: performance.now() + SLICE_MS }
    current = slice
    isGiven = true
    // An immediate runs after the I/O that has arrived in the meantime.
    setImmediate(() => {
      current = null
      const begin = nextInTurn()
      if (begin !== undefined) begin(open())
    })
    return slice
  }

  function nextInTurn(): Begin | undefined {
    beganLast = goingOn.length === 0 || (beginning.length > 0 && !beganLast)
    return (beganLast ? beginning : goingOn).shift()
  }

  function take(queue: Begin[]): Slice | Promise<Slice> {
    if (current === null) return open()
    if (!isGiven && hasTime(current)) {
      isGiven = true
      return current
    }
    return new Promise((resolve) => queue.push(resolve))
  }

  /** Leaves the rest of a slice to the next job, so that short jobs do not need a round each. */
  function leave(slice: Slice): void {
    if (!hasTime(slice)) return
    const begin = nextInTurn()
    isGiven = begin !== undefined
    begin?.(slice)
  }

  return {
    /** Works on a job in slices and returns its result. Throws what the job throws. */
    async inSlices<Result>(job: Job<Result>): Promise<Result> {
      let slice = await take(beginning)
      try {
        for (;;) {
          let step = job.next()
          while (step.done !== true && performance.now() < slice.endsAt) step = job.next()
          if (step.done === true) return step.value
          slice = await take(goingOn)
        }
      } finally {
        leave(slice)
      }
    },

    /**
     * For work that is not a generator: returns a function to call before each step, which waits for a slice when there
     * is none.
     */
    slicing(): () => Promise<void> {
      let slice: Slice | null = null
      return async () => {
        if (!hasTime(slice)) slice = await take(slice === null ? beginning : goingOn)
      }
    },
  }
}

/**
 * The time slices of the process. They are not passed on as a dependency, because a process has one event loop: two
 * sets of slices would each block it for a full slice. A test of the slices makes a separate set.
 */
export const { inSlices, slicing } = createSlices()

/** Runs the same work without pauses. */
export function atOnce<Result>(job: Job<Result>): Result {
  let step = job.next()
  while (step.done !== true) step = job.next()
  return step.value
}

/** Maps every item with `of`, one step per item. */
export function* mapping<Item, Result>(items: Iterable<Item>, of: (item: Item) => Result): Job<Result[]> {
  const made: Result[] = []
  for (const item of items) {
    made.push(of(item))
    yield
  }
  return made
}
