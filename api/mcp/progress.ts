import type { ToolCall } from './tool-call.ts'

/** Often enough for a person who watches, and for clients that give up on what is silent for a minute. */
const EVERY_MS = 5_000

/** Tells the client every few seconds that the call goes on, for as long as it does. */
export async function whileWaiting<Result>({ progress }: Pick<ToolCall, 'progress'>, work: () => Promise<Result>, now = () => performance.now()): Promise<Result> {
  const startedAt = now()
  const timer = setInterval(() => {
    const seconds = Math.round((now() - startedAt) / 1_000)
    progress({ done: seconds, message: `waiting for ${seconds} s` })
  }, EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
