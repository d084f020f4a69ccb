import { expect } from '@jest/globals'
import { type ServiceProcess, urlOf } from './child-process.ts'
import { within } from './within.ts'

/** Much longer than a process takes to die on two busy cores. */
const DEATH_SECONDS = 60

/** Waits until a process has died as it must. */
export async function expectDeath(child: ServiceProcess): Promise<void> {
  const exit = await within(DEATH_SECONDS, 'the process did not die', child.exited)
  expect(exit).toEqual({ code: null, signal: 'SIGKILL' })
}

/** Sends a request to an api that dies over it: the caller sees a broken connection. */
export async function requestFromDying(api: ServiceProcess, request: (url: string) => Promise<unknown>): Promise<void> {
  await expect(request(urlOf(api))).rejects.toThrow('fetch failed')
  await expectDeath(api)
}
