import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'

/** One request that is sent repeatedly. */
export interface Target {
  readonly url: string
  readonly path: string
  readonly key: string | null
  readonly body: string
}

/**
 * Sends requests over kept connections. It runs on the machine of the measured processes, so it does as little as
 * possible.
 */
export interface Load {
  /**
   * Milliseconds of `count` requests, at most `atOnce` of them under way, each sent `pauseMs` after the previous
   * answer. Anything but a succeeded run ends the benchmark.
   */
  send(count: number, atOnce: number, pauseMs?: number): Promise<number[]>
  close(): Promise<void>
}

export const CONCURRENCY = 20
/** Many more callers than a run has cores. */
export const CROWD = 100
const SUCCEEDED = '"status":"succeeded"'
const ANSWER_SHOWN_CHARS = 500

export function openLoad(target: Target): Load {
  const pool = new Pool(target.url, { connections: CROWD, pipelining: 1 })
  const headers = {
    'content-type': 'application/json',
    ...(target.key === null ? {} : { authorization: `Bearer ${target.key}` }),
  }

  async function one(): Promise<number> {
    const startedAt = performance.now()
    const answer = await pool.request({ path: target.path, method: 'POST', headers, body: target.body })
    const text = await answer.body.text()
    const ms = performance.now() - startedAt
    if (answer.statusCode !== 200 || !text.includes(SUCCEEDED))
      throw new Error(`${target.path} answered ${answer.statusCode}: ${text.slice(0, ANSWER_SHOWN_CHARS)}`)
    return ms
  }

  return {
    async send(count, atOnce, pauseMs = 0) {
      const samples: number[] = []
      let left = count
      const sender = async (): Promise<void> => {
        while (left > 0) {
          left -= 1
          if (pauseMs > 0) await sleep(pauseMs)
          samples.push(
            await one().catch((error: unknown) => {
              // The others end with their current request.
              left = 0
              throw error
            }),
          )
        }
      }
      await Promise.all(Array.from({ length: Math.min(atOnce, CROWD) }, sender))
      return samples
    },
    close: () => pool.destroy(),
  }
}
