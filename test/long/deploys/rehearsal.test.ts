import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Client } from '@temporalio/client'
import { replayOpen } from '../../../ops/replay/open.ts'
import { bundleWorkflows } from '../../../worker/workflow-bundle.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import { readWallet } from '../../build/wallet.ts'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import type { ServiceProcess } from '../../support/child-process.ts'
import { until } from '../../support/until.ts'
import { buildsOf, differencesOf } from './histories.ts'
import { EARLIER, earlier, kill, type Stage, startStage } from './stage.ts'

/** A change of a workflow that does not replay, without the procedure of ops/DEPLOY.md and with it. */
const MINUTES = 60_000
const LOAD = 300

let stage: Stage
beforeAll(async () => {
  stage = await startStage({ first: EARLIER })
}, 5 * MINUTES)
afterAll(async () => {
  await stage.stop()
})

/** How many steps of all of them failed because the code differed from the history. */
const differencesOfAll = async (runIds: readonly string[]): Promise<number> =>
  (await Promise.all(runIds.map((runId) => differencesOf(stage.client, runId)))).reduce(
    (sum, differences) => sum + differences,
    0,
  )

/** The same client, which does something before it reads the first history. */
function onceReplayed(workflow: Client['workflow'], first: () => Promise<void>): Client['workflow'] {
  let done: Promise<void> | null = null
  const getHandle = (...words: Parameters<typeof workflow.getHandle>) => {
    const handle = workflow.getHandle(...words)
    return { ...handle, fetchHistory: () => (done ??= first()).then(() => handle.fetchHistory()) }
  }
  return new Proxy(workflow, { get: (target, name) => (name === 'getHandle' ? getHandle : Reflect.get(target, name)) })
}

describe('a changed workflow without versions', () => {
  it(
    'fails the steps of open workflows, as the check before a deploy reports, until the earlier code is back',
    async () => {
      const runId = await stage.waitingRun()
      const check = await stage.operator.type('npm run replay -- --open 50')
      expect(check).toMatchObject({ code: 1, output: expect.stringContaining('Do not promote') })
      expect(check.output).toContain(`${runId} DIFFERS`)

      await stage.service.worker().stop()
      const hasty = await stage.start({})
      await until(
        () => differencesOf(stage.client, runId),
        (differences) => differences > 0,
      )
      await kill(hasty)
      await stage.start(EARLIER)
      await stage.billed(runId)
    },
    5 * MINUTES,
  )
})

describe('a changed workflow with versions', () => {
  let unversioned: ServiceProcess
  let v1: ServiceProcess
  let v2: ServiceProcess
  /** Begun without a version, and on the first one. */
  let oldest: string
  let old: string

  it(
    'begins with a first version, of the running code: open workflows move there, and a build that never started is refused',
    async () => {
      unversioned = stage.service.worker()
      oldest = await stage.waitingRun()
      expect(await stage.operator.type('npm run deployments -- promote v1')).toMatchObject({
        code: 1,
        output: expect.stringContaining('No worker of v1 has ever come up in runs. There is no version yet.'),
      })
      v1 = await stage.start(earlier('v1'))
      expect(v1.ready).toMatchObject({ deployment: 'runs', build_id: 'v1' })
      // The page's own line starts today's code; that of the first version is the code that ran.
      expect(await stage.operator.type('npm run deployments -- promote v1 --wait 5m')).toMatchObject({
        code: 0,
        output: expect.stringContaining('Before: unversioned.'),
      })
      await unversioned.stop()
      await until(
        () => buildsOf(stage.client, oldest),
        (builds) => builds.at(-1) === 'v1',
      )
      old = await stage.waitingRun()
      expect(await buildsOf(stage.client, old)).toEqual(['v1'])
    },
    5 * MINUTES,
  )

  it(
    'starts the second one next to it: the check passes, and it takes no workflow before its promotion',
    async () => {
      expect(await stage.operator.type('npm run migrate')).toMatchObject({ code: 0 })
      v2 = await stage.operator.startWorker('WORKER_BUILD_ID=v2 node worker/main.ts')
      expect(v2.ready).toMatchObject({ deployment: 'runs', build_id: 'v2' })
      const check = await stage.operator.type('npm run replay -- --open 50')
      expect(check).toMatchObject({ code: 0, output: expect.stringContaining('The code at hand may be promoted.') })
      expect(check.output).toContain(`${old} differs, and stays on its version`)
      expect(check.output).not.toContain('DIFFERS')
      const runIds = await stage.sandboxRuns(10)
      await stage.ended(runIds)
      expect(await stage.buildsOfAll(runIds)).toEqual(new Set(['v1']))
    },
    5 * MINUTES,
  )

  it(
    'is not blocked by a run that begins during the check: it stays on the version that takes its first step',
    async () => {
      const { client } = stage
      // Listed before its first step, replayed after it.
      v1.signal('SIGSTOP')
      const [runId = ''] = await stage.sandboxRuns(1, () => '+slow-3')
      await until(
        () => client.workflow.count(`WorkflowId = '${runId}' AND TemporalWorkerDeploymentVersion IS NULL`),
        ({ count }) => count === 1,
      )
      const begun = async (): Promise<void> => {
        v1.signal('SIGCONT')
        await until(
          () => buildsOf(client, runId),
          (builds) => builds.join() === 'v1',
        )
      }
      const { lines, passed } = await replayOpen({
        client: { workflow: onceReplayed(client.workflow, begun) },
        bundle: await bundleWorkflows(),
        taskQueue: 'runs',
        count: 50,
      })
      expect(lines.filter((line) => line.includes('DIFFERS'))).toEqual([])
      expect([lines.find((line) => line.startsWith('run: ')), passed]).toEqual([
        expect.stringMatching(/^run: [2-9] open replayed, [1-9] differs?$/),
        true,
      ])
      await stage.ended([runId])
    },
    5 * MINUTES,
  )

  it(
    'ramps to a part: both serve, and the ramp ends',
    async () => {
      expect(await stage.operator.type('npm run deployments -- ramp v2 10 --wait 5m')).toMatchObject({
        code: 0,
        output: expect.stringContaining('v2 takes 10 %'),
      })
      expect((await stage.operator.type('npm run deployments -- ramp v2 50')).code).toBe(0)
      expect((await stage.operator.type('npm run deployments -- list')).output).toMatch(/^v2 +ramping 50 % +up +0 /m)
      const runIds = await stage.sandboxRuns(40)
      await stage.ended(runIds)
      expect(await stage.buildsOfAll(runIds)).toEqual(new Set(['v1', 'v2']))
      expect(await stage.operator.type('npm run deployments -- drained v2')).toMatchObject({
        code: 1,
        output: expect.stringContaining('end its ramp first'),
      })
      expect(await stage.operator.type('npm run deployments -- ramp v2 0')).toMatchObject({ code: 0 })
      await stage.mustBegin('v1')
    },
    5 * MINUTES,
  )

  it(
    'is promoted under load: no run is lost or fails, each ends on the version that began it, and every charge is exact',
    async () => {
      const before = (await readWallet(stage.service.db, stage.service.workspace.id, 'test')).spent
      const scenarioOf = (index: number): string => (index % 10 === 0 ? '+slow-3' : '')
      const first = await stage.sandboxRuns(LOAD / 2, scenarioOf)
      const [promoted, rest] = await Promise.all([
        stage.operator.type('npm run deployments -- promote v2 --wait 5m --reason "release 2"'),
        stage.sandboxRuns(LOAD / 2, scenarioOf),
      ])
      expect(promoted).toMatchObject({ code: 0, output: expect.stringContaining('v1 stays up until') })
      const runIds = [...first, ...rest]
      await stage.ended(runIds)
      const {
        rows: [{ statuses, runs, charged }],
      } = await stage.service.db.pool.query(
        'select array_agg(distinct status) as statuses, count(*)::int as runs, sum(charged)::text as charged from run where id = any($1)',
        [runIds],
      )
      expect({ statuses, runs }).toEqual({ statuses: ['succeeded'], runs: LOAD })
      const wallet = await readWallet(stage.service.db, stage.service.workspace.id, 'test')
      const { body } = await stage.sandbox.get(first[0] ?? '')
      expect(BigInt(charged)).toBe(BigInt(LOAD) * parseUsd(body.billing.charged ?? '0.00'))
      expect([wallet.spent - before, wallet.held]).toEqual([BigInt(charged), 0n])
      const builds = await stage.buildsOfAll(runIds)
      expect([...builds].filter((build) => build !== 'v1' && build !== 'v2')).toEqual([])
      expect(builds).toContain('v1')
      expect(await differencesOfAll(runIds)).toBe(0)
      await stage.mustBegin('v2')
      expect((await verifyLedger(stage.service.db)).drifts).toEqual([])
    },
    8 * MINUTES,
  )

  it(
    'leaves old runs on their version, which dies and comes back, until the final bill: then it is drained and removed',
    async () => {
      expect(await stage.operator.type('npm run deployments -- drained v2')).toMatchObject({
        code: 1,
        output: expect.stringContaining('v2 is current'),
      })
      expect(await stage.operator.type('npm run deployments -- drained v1')).toMatchObject({
        code: 3,
        output: expect.stringContaining('v1 has 2 open workflows'),
      })
      expect(await stage.operator.type('npm run deployments -- keeps v2')).toMatchObject({
        code: 1,
        output: expect.stringContaining('v1 may still have workflows to finish'),
      })
      expect(await stage.operator.type('npm run deployments -- keeps v2 v1')).toMatchObject({ code: 0 })
      await kill(v1)
      v1 = await stage.start(earlier('v1'))
      await stage.billed(old)
      await stage.billed(oldest)
      expect([await buildsOf(stage.client, oldest), await buildsOf(stage.client, old)]).toEqual([[null, 'v1'], ['v1']])
      expect(await differencesOfAll([oldest, old])).toBe(0)
      expect(await stage.operator.type('npm run deployments -- drained v1 --wait 10m')).toMatchObject({
        code: 0,
        output: expect.stringContaining('its workers may go'),
      })
      expect(await stage.operator.type('npm run deployments -- keeps v2')).toMatchObject({ code: 0 })
      expect(await v1.stop()).toMatchObject({ code: 0 })
    },
    8 * MINUTES,
  )

  it(
    'goes back to a build whose workers are there again, and forward',
    async () => {
      v1 = await stage.start(earlier('v1'))
      expect(await stage.operator.type('npm run deployments -- promote v1')).toMatchObject({
        code: 0,
        output: expect.stringContaining('Before: v2.'),
      })
      await stage.mustBegin('v1')
      expect((await stage.operator.type('npm run deployments -- promote v2')).code).toBe(0)
      expect((await stage.operator.type('npm run deployments -- promote v2')).output).toBe('v2 is current already.')
      await stage.mustBegin('v2')
    },
    5 * MINUTES,
  )
})
