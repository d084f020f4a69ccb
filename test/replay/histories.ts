import { readdirSync, readFileSync } from 'node:fs'
import { expect } from '@jest/globals'
import { Worker, type WorkflowBundle } from '@temporalio/worker'

export const FOLDER = new URL('histories/', import.meta.url)

interface Event {
  identity?: string
  [member: string]: unknown
}
export interface History {
  events: Event[]
}

export type Named = readonly [name: string, history: History]

export const committed = (): Named[] =>
  readdirSync(FOLDER).map((name) => [name, JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))])

/** The histories that the bundle does not replay, by the name of each error. One worker replays them all. */
export async function notReplayed(
  histories: readonly Named[],
  code: WorkflowBundle,
): Promise<Readonly<Record<string, string>>> {
  const results = Worker.runReplayHistories(
    { workflowBundle: code },
    histories.map(([workflowId, history]) => ({ workflowId, history })),
  )
  const failed: Record<string, string> = {}
  let count = 0
  for await (const { workflowId, error } of results) {
    count += 1
    if (error !== undefined) failed[workflowId] = error.name
  }
  expect(count).toBe(histories.length)
  return failed
}
