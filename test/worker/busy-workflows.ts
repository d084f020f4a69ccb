/**
 * Computes this many rounds without an answer. A workflow's clock stops meanwhile, so it cannot
 * measure how long that takes.
 */
export async function busy(rounds: number): Promise<number> {
  let done = 0
  while (done < rounds) done += 1
  return done
}

/** What a workflow must never have: it shows whether the module is loaded once for all workflows of a thread. */
const loaded = { times: 0 }

/** How many workflows have used this module; one, where each loads it again. */
export async function seen(): Promise<number> {
  loaded.times += 1
  return loaded.times
}
