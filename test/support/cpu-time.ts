/** What `reference` takes on two quiet cores: a machine that is slower now has that much more time for other work. */
const REFERENCE_MS = 20
const CHEAP_MS = 20

/**
 * Milliseconds of the processor that this thread spends on the work, at the speed of a quiet machine: other work of the
 * machine does not count, and where it slows this thread down, work of known cost shows by how much.
 */
export function cpuMs(work: () => unknown): number {
  const spent = spentOn(work)
  return spent < CHEAP_MS ? spent : spent / Math.max(1, spentOn(reference) / REFERENCE_MS)
}

function spentOn(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** Texts cut, compared and joined, as readers of input do. */
function reference(): number {
  let found = 0
  for (let round = 0; round < 1_200; round += 1) {
    const words = `${'Ada Example <a@example.com>; '.repeat(60)}${round}`.split(/[;<>\s]+/)
    found += words.map((word) => word.trim().toLowerCase()).filter((word) => /^[^@\s]+@[a-z.]+$/.test(word)).length
  }
  return found
}
