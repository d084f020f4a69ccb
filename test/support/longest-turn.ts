/** Milliseconds of processor time that this thread has used: what other processes take in between is not counted. */
const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** The longest that the event loop was held while some work went on, in milliseconds of processor time. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = usedMs()
  let next: NodeJS.Immediate | undefined
  const turn = (): void => {
    const now = usedMs()
    longest = Math.max(longest, now - last)
    last = now
    next = setImmediate(turn)
  }
  next = setImmediate(turn)
  try {
    await work()
  } finally {
    clearImmediate(next)
  }
  return longest
}

/** How long this machine takes now to parse a document with this many members, in the same unit. */
export function parseMs(members: number): number {
  const text = `{${Array.from({ length: members }, (_, index) => `"member_${index}":${index}`).join(',')}}`
  const times = Array.from({ length: 5 }, () => {
    const before = usedMs()
    JSON.parse(text)
    return usedMs() - before
  })
  return times.toSorted((left, right) => left - right)[2] ?? 0
}
