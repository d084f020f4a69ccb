/** How long one round of the event loop may be worked in; a step that runs over is not interrupted. */
const SLICE_MS = 4

/** The part of a round of the event loop that is left for work. Jobs share it. */
interface Slice {
  readonly endsAt: number
}

type Begin = (slice: Slice) => void

/** Work that yields between its steps. A step should take about a millisecond. */
export type Job<Result> = Generator<void, Result>

/**
 * Long work in slices, of which one is worked off between two rounds of the event loop, however many jobs there are: everything else of
 * the process waits for one slice at most. Jobs take turns. One that has not begun yet goes before those that go on, every other time, so
 * a short one does not wait for each of the long ones.
 */
export function createSlices() {
  const beginning: Begin[] = []
  const goingOn: Begin[] = []
  let beganLast = false
  /** null: nobody has worked in this round. Nobody waits then, because a round begins with the slice of one that waits. */
  let current: Slice | null = null
  /** Whether it has been given to a job that has not left it. */
  let isGiven = false

  const hasTime = (slice: Slice | null): boolean => slice !== null && slice === current && performance.now() < slice.endsAt

  function open(): Slice {
    const slice = { endsAt: performance.now() + SLICE_MS }
    current = slice
    isGiven = true
    // An immediate runs behind the I/O that has come meanwhile.
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

  /** Leaves what remains of a slice to the next in turn, so that short jobs need no round each. */
  function leave(slice: Slice): void {
    if (!hasTime(slice)) return
    const begin = nextInTurn()
    isGiven = begin !== undefined
    begin?.(slice)
  }

  return {
    /** Works a job off in slices, and answers its result. Throws what the job throws. */
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

    /** For work that is no generator: answers a function to call before each step, which waits for a slice where there is none. */
    slicing(): () => Promise<void> {
      let slice: Slice | null = null
      return async () => {
        if (!hasTime(slice)) slice = await take(slice === null ? beginning : goingOn)
      }
    },
  }
}

/**
 * Those of the process. They are no dependency that is passed on, as others are, because there is one event loop in a process: two sets of
 * slices would each hold it for as long as one may. A test of the slices makes its own set.
 */
export const { inSlices, slicing } = createSlices()

/** Runs the same work without a pause. */
export function atOnce<Result>(job: Job<Result>): Result {
  let step = job.next()
  while (step.done !== true) step = job.next()
  return step.value
}

/** What `of` makes of every item, a step for each. */
export function* mapping<Item, Result>(items: Iterable<Item>, of: (item: Item) => Result): Job<Result[]> {
  const made: Result[] = []
  for (const item of items) {
    made.push(of(item))
    yield
  }
  return made
}
