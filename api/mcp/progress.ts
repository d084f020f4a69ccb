import type { ToolCall } from './tool-call.ts'

/** Often enough for a person who watches, and for clients that give up after a silent minute. */
const EVERY_MS = 5_000

/** Notifies the client every few seconds while the call continues. */
export async function whileWaiting<Result>(
  { progress }: Pick<ToolCall, 'progress'>,
  work: () => Promise<Result>,
  now = () => performance.now(),
): Promise<Result> {
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
