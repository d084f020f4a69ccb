import { setTimeout as sleep } from 'node:timers/promises'
import { print } from '../../dev/local/console.ts'
import type { Program } from '../../dev/local/program.ts'

/** A process that is started again when it ends, as an orchestrator does. */
export interface Supervised {
  /** The process that runs now, or ran last. */
  current(): Program
  stop(): Promise<void>
}

/** A process that cannot start is tried again this much later. */
const AGAIN_AFTER_MS = 1_000

export async function supervised(start: () => Promise<Program>): Promise<Supervised> {
  const stopping = new AbortController()
  let current = await start()

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await current.exited
      if (stopping.signal.aborted) return
      print(`  ${current.name} (${current.pid}) has ended. It is started again.`)
      current = await startAgain()
    }
  }

  async function startAgain(): Promise<Program> {
    for (;;) {
      try {
        return await start()
      } catch (error) {
        if (stopping.signal.aborted) return current
        print(`  ${current.name}: ${error instanceof Error ? error.message : String(error)}`)
        await sleep(AGAIN_AFTER_MS)
      }
    }
  }

  const watching = watch()
  return {
    current: () => current,
    async stop() {
      stopping.abort()
      await current.stop()
      await watching
      // One that was being started meanwhile.
      await current.stop()
    },
  }
}
