import { Worker } from 'node:worker_threads'

/** The worst that one caller, or one provider, does. */
export const ATTACKS = [
  'slow sandbox runs',
  'hanging provider',
  'hostile bodies',
  'row writes',
  'greedy wallet',
  'long polls',
  'CSV import',
] as const
export type AttackName = (typeof ATTACKS)[number]

export interface AttackOrder {
  readonly name: AttackName
  readonly url: string
  readonly testKey: string
  readonly liveKey: string
  readonly seconds: number
}

export const COUNTED_ANSWERS = 'answers'

/** How often the attacker got each answer. */
export type Answers = Readonly<Record<string, number>>

/** Attacks from a separate thread, for the given time. */
export function attack(order: AttackOrder): Promise<Answers> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./attackers.ts', import.meta.url), { workerData: order })
    let answers: Answers = {}
    worker.on('message', (message: { readonly [COUNTED_ANSWERS]: Answers }) => {
      answers = message[COUNTED_ANSWERS]
    })
    worker.once('error', reject)
    worker.once('exit', () => resolve(answers))
  })
}
