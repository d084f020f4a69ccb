/**
 * A discrete-event simulation of jobs that take places, hold them for a time and release them. Pure: the same seed
 * gives the same answer. Waiting jobs get a place in the order of their requests, as PostgreSQL grants a row's lock and
 * a pool its connections.
 */
export type JobStep =
  | { readonly kind: 'take' | 'give'; readonly place: string }
  | { readonly kind: 'spend'; readonly ms: number; readonly spread: 'fixed' | 'exponential' }
  | Together

/**
 * The job waits while a batch of this batcher is under way. The next batch takes all that wait, `sizeMax` at most, does
 * the steps once for all of them, and each job goes on.
 */
export interface Together {
  readonly kind: 'together'
  readonly batcher: string
  readonly sizeMax: number
  readonly steps: (size: number) => readonly JobStep[]
}

export interface Simulation {
  readonly seed: number
  /** How many jobs may hold each place at once. */
  readonly places: Readonly<Record<string, number>>
  /** The steps of the job with this number, in order. */
  readonly steps: (job: number) => readonly JobStep[]
  /**
   * A fixed number at once, each followed by the next; or a rate per second, at random times, however many jobs are
   * under way.
   */
  readonly arrivals:
    | { readonly kind: 'closed'; readonly atOnce: number }
    | { readonly kind: 'open'; readonly perSecond: number }
  readonly jobs: number
  /** The jobs whose times are also reported separately. */
  readonly apart?: (job: number) => boolean
}

export interface Simulated {
  /** Of the middle jobs: not the first tenth, which finds everything free, nor the last tenth, which leaves it free. */
  readonly perSecond: number
  readonly meanMs: number
  readonly p50Ms: number
  readonly p95Ms: number
  /** Of the separately reported jobs; NaN without any. */
  readonly apartP95Ms: number
  /** The used share of each place until the last job arrived, from 0 to 1. */
  readonly used: Readonly<Record<string, number>>
  /** Jobs that were under way when the last one arrived. */
  readonly leftOver: number
}

export const take = (place: string): JobStep => ({ kind: 'take', place })
export const give = (place: string): JobStep => ({ kind: 'give', place })
export const spend = (ms: number, spread: 'fixed' | 'exponential' = 'exponential'): JobStep => ({
  kind: 'spend',
  ms,
  spread,
})
/** Takes a place, holds it for this time and releases it. */
export const use = (place: string, ms: number, spread: 'fixed' | 'exponential' = 'exponential'): readonly JobStep[] => [
  take(place),
  spend(ms, spread),
  give(place),
]

interface Job {
  readonly steps: readonly JobStep[]
  readonly ended: () => void
  at: number
}

interface ServerPool {
  readonly all: number
  free: number
  readonly waiting: Job[]
  takenMs: number
}

/** Bounds the table of waiting jobs; the largest scenario has a tenth of it. */
const JOBS_MAX = 1_000_000

export function simulate({
  seed,
  places: capacities,
  steps,
  arrivals,
  jobs,
  apart = () => false,
}: Simulation): Simulated {
  if (jobs > JOBS_MAX) throw new Error(`at most ${JOBS_MAX} jobs are simulated`)
  const chance = randomOf(seed)
  const places = createPlaces(capacities)
  const events = createQueue()
  const ended: Ended[] = []
  let now = 0
  let started = 0
  let atLast: Pick<Simulated, 'leftOver' | 'used'> = { leftOver: 0, used: {} }
  const begin = (): void => {
    if (started >= jobs) return
    const [number, startedAt] = [started, now]
    const end = (): void => {
      ended.push({ at: now, ms: now - startedAt, apart: apart(number) })
      if (arrivals.kind === 'closed') begin()
    }
    const job: Job = { steps: steps(number), ended: end, at: 0 }
    started += 1
    if (started === jobs) atLast = { leftOver: started - ended.length, used: shares(places, now) }
    if (arrivals.kind === 'open') events.add(now + exponential(chance, 1_000 / arrivals.perSecond), begin)
    goOn(job)
  }
  const goOn = (job: Job): void => {
    for (let step = job.steps[job.at]; step !== undefined; step = job.steps[job.at]) {
      if (step.kind === 'spend') {
        job.at += 1
        events.add(now + (step.spread === 'fixed' ? step.ms : exponential(chance, step.ms)), () => goOn(job))
        return
      }
      if (step.kind === 'together') {
        job.at += 1
        batchers.join(job, step)
        return
      }
      const place = places.get(step.place)
      if (place === undefined) throw new Error(`there is no place ${step.place}`)
      if (step.kind === 'take' && !takes(place, job, now)) return
      job.at += 1
      const next = step.kind === 'take' ? undefined : givesBack(place, now)
      if (next !== undefined) {
        next.at += 1
        events.add(now, () => goOn(next))
      }
    }
    job.ended()
  }
  const batchers = createBatchers(goOn, (job) => events.add(now, () => goOn(job)))
  for (let first = 0; first < (arrivals.kind === 'closed' ? arrivals.atOnce : 1); first += 1) events.add(0, begin)
  for (let event = events.next(); event !== undefined; event = events.next()) {
    now = event.at
    event.does()
  }
  return { ...answered(ended), ...atLast }
}

const createPlaces = (capacities: Simulation['places']): ReadonlyMap<string, ServerPool> =>
  new Map(Object.entries(capacities).map(([name, all]) => [name, { all, free: all, waiting: [], takenMs: 0 }]))

/** `goOn` does the steps of a job from now on; `later` does so after the jobs that go on now. */
function createBatchers(goOn: (job: Job) => void, later: (job: Job) => void) {
  /** The jobs that wait for each batcher that has a batch under way. */
  const waiting = new Map<string, Job[]>()
  function next(step: Together, queue: Job[]): void {
    const batch = queue.splice(0, step.sizeMax)
    if (batch.length === 0) {
      waiting.delete(step.batcher)
      return
    }
    const ended = (): void => {
      batch.forEach(later)
      next(step, queue)
    }
    goOn({ steps: step.steps(batch.length), ended, at: 0 })
  }
  return {
    join(job: Job, step: Together): void {
      const queue = waiting.get(step.batcher)
      if (queue !== undefined) {
        queue.push(job)
        return
      }
      const first = [job]
      waiting.set(step.batcher, first)
      next(step, first)
    },
  }
}

/** Takes a place, or joins its queue. */
function takes(place: ServerPool, job: Job, now: number): boolean {
  if (place.free === 0) {
    place.waiting.push(job)
    return false
  }
  place.free -= 1
  place.takenMs -= now
  return true
}

/** Passes a place directly to the next waiting job, which it returns: no later request comes between. */
function givesBack(place: ServerPool, now: number): Job | undefined {
  const next = place.waiting.shift()
  if (next !== undefined) return next
  place.takenMs += now
  place.free += 1
  return undefined
}

/** Places still held count until now. */
const shares = (places: ReadonlyMap<string, ServerPool>, now: number): Simulated['used'] =>
  Object.fromEntries(
    [...places].map(([name, { all, free, takenMs }]) => [
      name,
      (takenMs + (all - free) * now) / Math.max(now, 1) / all,
    ]),
  )

interface Ended {
  readonly at: number
  readonly ms: number
  readonly apart: boolean
}

function answered(ended: readonly Ended[]): Pick<Simulated, 'perSecond' | 'meanMs' | 'p50Ms' | 'p95Ms' | 'apartP95Ms'> {
  const middle = ended.slice(Math.floor(ended.length / 10), Math.ceil(ended.length * 0.9))
  const sortedOf = (some: readonly Ended[]): number[] => some.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const sorted = sortedOf(middle)
  const [first, last] = [middle[0]?.at ?? 0, middle.at(-1)?.at ?? 0]
  const ranked = (share: number, of: readonly number[]): number =>
    of[Math.max(0, Math.ceil(share * of.length) - 1)] ?? Number.NaN
  return {
    perSecond: (middle.length - 1) / ((last - first) / 1_000),
    meanMs: sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length,
    p50Ms: ranked(0.5, sorted),
    p95Ms: ranked(0.95, sorted),
    apartP95Ms: ranked(0.95, sortedOf(middle.filter((one) => one.apart))),
  }
}

interface Event {
  readonly at: number
  readonly order: number
  readonly does: () => void
}

/** Events in the order of their time, and of their creation where the time is the same: a binary heap. */
function createQueue(): { add(at: number, does: () => void): void; next(): Event | undefined } {
  const heap: Event[] = []
  let made = 0
  const before = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)
  const swapIfBefore = (child: number, parent: number): boolean => {
    const [a, b] = [heap[child], heap[parent]]
    if (a === undefined || b === undefined || !before(a, b)) return false
    heap[child] = b
    heap[parent] = a
    return true
  }
  return {
    add(at, does) {
      heap.push({ at, order: made, does })
      made += 1
      for (let child = heap.length - 1; child > 0;) {
        const parent = (child - 1) >> 1
        if (!swapIfBefore(child, parent)) break
        child = parent
      }
    },
    next() {
      const [first] = heap
      const last = heap.pop()
      if (first === undefined || last === undefined || heap.length === 0) return first
      heap[0] = last
      for (let parent = 0; ;) {
        const [left, right] = [2 * parent + 1, 2 * parent + 2]
        const [a, b] = [heap[left], heap[right]]
        const child = a !== undefined && b !== undefined && before(b, a) ? right : left
        if (!swapIfBefore(child, parent)) return first
        parent = child
      }
    },
  }
}

const exponential = (chance: () => number, mean: number): number => -Math.log(1 - chance()) * mean

/** Pseudo-random numbers from 0 to below 1: a 32-bit counter, mixed (splitmix32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000
  }
}
