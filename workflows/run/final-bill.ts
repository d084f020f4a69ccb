import { proxyLocalActivities, setCurrentDetails, sleep } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'

/** Waits on a durable timer and reads the provider's final bill, until it is final (Spec 4.3.4). The final charge. */
export async function awaitFinalBill(runId: string, dueInMs: number): Promise<string | null> {
  let waitMs = dueInMs
  for (let reading = 1; ; reading++) {
    setCurrentDetails(`Delivered; waiting for the provider's final bill, reading ${reading}`)
    await sleep(waitMs, { summary: `final bill, reading ${reading}, in ${spanOf(waitMs)}` })
    const answer = await finalBill(reading).readFinalBill({ runId })
    if (answer.kind === 'closed') {
      setCurrentDetails('Ended: the final bill is booked')
      return answer.charge
    }
    waitMs = answer.after_ms
  }
}

/** Short and harmless to repeat: it runs inside the workflow task, so that a reading costs one task. */
const finalBill = (reading: number) =>
  proxyLocalActivities<Activities>({
    startToCloseTimeout: '40 seconds',
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '10 seconds' },
    summary: `final bill, reading ${reading}`,
  })

const spanOf = (ms: number): string => (ms < 120_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`)
