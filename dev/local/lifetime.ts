import { print } from './console.ts'
import type { Stop } from './service.ts'

/**
 * Runs a program that starts several parts until Ctrl-C, SIGTERM or the failure of one: half a service is useless. The
 * parts are stopped in turn, the last one first; a second Ctrl-C changes nothing, and the set-up's parent can still
 * kill.
 */
export async function runUntilStopped(
  begin: (stops: Stop[], failed: (error: unknown) => void) => Promise<void>,
): Promise<void> {
  const stops: Stop[] = []
  let stopping: Promise<void> | null = null
  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      for (const one of stops.toReversed())
        await one().catch((error: unknown) => print(`while stopping: ${String(error)}`))
    })()
    return stopping
  }
  const failed = (error: unknown): void => {
    print(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
    void stop()
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
  try {
    await begin(stops, failed)
  } catch (error) {
    failed(error)
  }
}
