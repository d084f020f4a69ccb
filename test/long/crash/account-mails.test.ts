import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { freshEmail, PASSWORD } from '../../api/http/auth/people.ts'
import { leftovers } from '../../support/child-process.ts'
import type { CrashAt } from '../../support/crash-point.ts'
import { played } from '../../support/crash-rows.ts'
import { expectDeath } from '../../support/dying.ts'
import { httpClient } from '../../support/http.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import { startMortal } from '../../support/mortal.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { workerEnv } from '../../support/worker-env.ts'

let mails: MailServer
let env: Readonly<Record<string, string>>
let service: TestService
beforeAll(async () => {
  mails = await startMailServer()
  env = { SMTP_URL: mails.url, MAIL_FROM: 'no-reply@example.org' }
  service = await startTestService({ worker: false, sweepEveryMs: 200, env })
}, 300_000)
afterAll(async () => {
  await service.stop()
  await mails.close()
  expect(leftovers()).toEqual([])
})
afterEach(() => service.stopWorker())

/** It may die in its first round, before it has reported that it is ready. */
async function workerThatDies(at: CrashAt): Promise<void> {
  const started = startMortal({
    script: 'worker-child.ts',
    env: { ...workerEnv({ ...service, providers: {} }), ...env, SWEEP_EVERY_MS: '200', CRASH_AT: at },
  })
  await started.then(expectDeath, (error: Error) => {
    expect(error.message).toContain('SIGKILL')
  })
}

describe('a worker that dies while it sends a mail', () => {
  /** How often the mail arrives; the same mail each time. */
  it.each<readonly [CrashAt, number]>(
    played<readonly [CrashAt, number]>([
      ['claim_overdue_mails:before', 1],
      ['claim_overdue_mails:after', 1],
      ['close_mail:before', 2],
      ['close_mail:after', 1],
    ]),
  )(
    '%s: the mail arrives %i times',
    async (at, times) => {
      const email = freshEmail()
      const made = await httpClient(service.url).post('/v1/auth/signup', {
        email,
        password: PASSWORD,
        workspace: 'Engines',
      })
      expect(made.status).toBe(200)
      await workerThatDies(at)
      // The next round would come after a minute.
      await service.db.pool.query(
        'update account_mail set sweep_at = now() where email = $1 and sweep_at is not null',
        [email],
      )
      await service.startWorker()
      await until(
        async () =>
          (await service.db.pool.query('select 1 from account_mail where email = $1 and sent_at is not null', [email]))
            .rowCount,
        (sent) => sent === 1,
      )
      const arrived = mails.received.filter(({ to }) => to === email)
      expect(arrived).toHaveLength(times)
      expect(new Set(arrived.map(({ messageId }) => messageId)).size).toBe(1)
    },
    300_000,
  )
})
