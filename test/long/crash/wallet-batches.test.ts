import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from '@jest/globals'
import { leftovers } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import { type CrashPlan, crashedRun, type CrashStage } from '../../support/crashed-run.ts'
import { findThrough } from '../../support/live-providers.ts'
import { lockWallets, untilOthersWait } from '../../support/lock-wallet.ts'
import { runClient } from '../../support/run-client.ts'
import { until } from '../../support/until.ts'

/** Rows take turns, and the last one waits for all others. */
const TIMEOUT_MS = 400_000
/** Runs of the wallet other than the first one. */
const OTHERS = 5
/** Longer than it takes until all calls are made, also on a slow machine, and below their deadline. */
const ANSWER_MS = 2_000

afterAll(() => {
  expect(leftovers()).toEqual([])
})

/** Other runs of the same wallet, and how each ended. */
function others(): Required<Pick<CrashPlan, 'afterwards'>> & {
  readonly accept: (stage: CrashStage) => Promise<void>
  readonly ends: unknown[]
} {
  const runIds: string[] = []
  const ends: unknown[] = []
  const clientOf = ({ service }: Omit<CrashStage, 'worker'>) => runClient(service.url, service.workspace.keys.live)
  return {
    ends,
    async accept(stage) {
      const requests = Array.from({ length: OTHERS }, () =>
        clientOf(stage).run({ ...findThrough('hunter'), async: true }),
      )
      runIds.push(...(await Promise.all(requests)).map(({ body }) => body.run_id))
    },
    async afterwards(stage) {
      for (const runId of runIds) {
        const { body } = await clientOf(stage).get(runId, 110)
        const transfers = await stage.service.db.pool.query('select kind from transfer where run_id = $1 order by id', [
          runId,
        ])
        ends.push([body.status, transfers.rows.map(({ kind }) => kind)])
      }
    },
  }
}

const ONCE = Array.from({ length: OTHERS }, () => ['succeeded', ['hold', 'charge']])

describe('a worker that dies around a batch of one wallet: all of it is done or nothing, and each run continues', () => {
  it.concurrent.each(played(['reserve_runs of several:before', 'reserve_runs of several:after'] as const))(
    '%s',
    async (at) => {
      const { accept, ends, afterwards } = others()
      let unlock: (() => Promise<void>) | undefined
      const ended = await crashedRun({
        crashes: [at],
        environment: 'live',
        env: { RUN_STARTS_AT_ONCE: '12' },
        request: findThrough('hunter'),
        async prepare(stage) {
          unlock = await lockWallets(stage.service.db, stage.service.workspace.id)
          await accept(stage)
        },
        async underway({ service }) {
          await untilOthersWait(service.db)
          // One hold waits for the wallet; the holds of the other runs wait for it in the worker.
          await sleep(ANSWER_MS)
          await unlock?.()
        },
        afterwards,
      })
      expect(ended).toMatchObject({ run: { status: 'succeeded' }, transfers: ['hold', 'charge'], held: 0n, drifts: [] })
      expect(ends).toEqual(ONCE)
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(played(['record_and_settle of several:before', 'record_and_settle of several:after'] as const))(
    '%s',
    async (at) => {
      const { accept, ends, afterwards } = others()
      const ended = await crashedRun({
        crashes: [at],
        environment: 'live',
        request: findThrough('hunter'),
        async prepare(stage) {
          stage.providers.set('hunter', 'slow', { ms: ANSWER_MS })
          await accept(stage)
        },
        async underway({ service, providers }) {
          await until(
            async () => providers.calls('hunter').length,
            (calls) => calls > OTHERS,
          )
          const unlock = await lockWallets(service.db, service.workspace.id)
          await untilOthersWait(service.db)
          // One settlement waits for the wallet; the outcomes of the other calls wait for it in the worker.
          await sleep(ANSWER_MS)
          await unlock()
        },
        afterwards,
      })
      expect(ended).toMatchObject({ run: { status: 'succeeded' }, transfers: ['hold', 'charge'], held: 0n, drifts: [] })
      expect(ends).toEqual(ONCE)
    },
    TIMEOUT_MS,
  )
})
