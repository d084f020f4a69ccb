/** The steps of this worker that continue playing rounds of their jobs. */
export interface LongSteps {
  /** The returned function ends the step. null: as many as may continue at once do. */
  begin(): (() => void) | null
}

/** Steps of a worker that continue playing: each has a slot of its steps meanwhile. */
const STEPS_AT_ONCE = 4

export function createLongSteps(): LongSteps {
  let underway = 0
  return {
    begin() {
      if (underway >= STEPS_AT_ONCE) return null
      underway += 1
      return () => {
        underway -= 1
      }
    },
  }
}
