export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints how long a step of the start has taken. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  print(`  ${name.padEnd(20)} ${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`)
  return result
}
