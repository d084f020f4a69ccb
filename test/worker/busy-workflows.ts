/**
 * Computes this many rounds without an answer. A workflow's clock stands still meanwhile, so it cannot
 * measure how long that takes.
 */
export async function busy(rounds: number): Promise<number> {
  let done = 0
  while (done < rounds) done += 1
  return done
}
