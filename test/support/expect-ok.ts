import { expect } from '@jest/globals'
import type { HttpAnswer } from './http.ts'

/** A step of a set-up that has to succeed; otherwise the failure shows the answer. */
export async function expectOk(answer: Promise<HttpAnswer>): Promise<void> {
  const { status, text } = await answer
  expect([status, text]).toEqual([200, expect.any(String)])
}
