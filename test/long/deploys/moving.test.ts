import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { retentionScheduleId } from '../../../worker/event-retention.ts'
import { testCipher } from '../../build/connection.ts'
import { type ServiceProcess, urlOf } from '../../support/child-process.ts'
import { raiseDelivery, registerWebhook } from '../../support/events.ts'
import { httpClient } from '../../support/http.ts'
import { until, untilKnown } from '../../support/until.ts'
import { oneMachineBlocks, oneMachineTerminal } from './one-machine.ts'
import { buildsOf, differencesOf } from './histories.ts'
import { earlier, kill, SHORT_HISTORIES, type Stage, startStage } from './stage.ts'

/** What moves at a promotion and what stays, and the ways out of a version without workers. */
const MINUTES = 60_000

let stage: Stage
let v1: ServiceProcess
beforeAll(async () => {
  stage = await startStage({ temporal: [SHORT_HISTORIES] })
}, 5 * MINUTES)
afterAll(async () => {
  await stage.stop()
})

const promote = async (build: string): Promise<void> => {
  expect(await stage.operator.type(`npm run deployments -- promote ${build} --wait 5m`)).toMatchObject({ code: 0 })
}

/**
 * A delivery to an unreachable address: it waits for its next attempt, and its endpoint's auto-disable workflow runs.
 */
async function waitingDelivery(): Promise<{ readonly deliveryId: string; readonly webhookId: string }> {
  const { client } = stage
  const service = { ...stage.service, client, url: urlOf(stage.service.api), cipher: testCipher() }
  const { id: webhookId } = await registerWebhook(service, 'http://127.0.0.1:9/hooks')
  const deliveryId = await raiseDelivery(service, webhookId)
  await untilKnown(client.workflow.getHandle(webhookId))
  return { deliveryId, webhookId }
}

/** Whether an operator's query finds the workflow. */
const finds = async (query: string, workflowId: string): Promise<void> => {
  await until(
    () => stage.client.workflow.count(`WorkflowId = '${workflowId}' AND ${query}`),
    ({ count }) => count === 1,
  )
}

describe('with a start on one machine', () => {
  it(
    'an api and two builds start by the lines of the page, and the api accepts the key of the start',
    async () => {
      const terminal = await oneMachineTerminal(stage.service)
      const started = await Promise.all((oneMachineBlocks()[1] ?? []).map((line) => terminal.start(line)))
      expect(started.map(({ ready }) => ready)).toMatchObject([
        { process: 'api' },
        { process: 'worker', build_id: 'v1' },
        { process: 'worker', build_id: 'v2' },
      ])
      const [api] = started
      if (api === undefined) throw new Error('no api was started')
      expect((await httpClient(urlOf(api), terminal.env['SVC_API_KEY']).get('/v1/wallet')).status).toBe(200)
      expect(new URL(terminal.env['SVC_BASE_URL'] ?? '').port).toBe(
        /^PORT=(\d+) /.exec(oneMachineBlocks()[1]?.[0] ?? '')?.[1],
      )
      for (const one of started) expect(await one.stop()).toMatchObject({ code: 0 })
    },
    5 * MINUTES,
  )
})

describe('a first version', () => {
  it(
    'takes new workflows, and returns them to workers without one',
    async () => {
      v1 = await stage.operator.startWorker('WORKER_BUILD_ID=v1 node worker/main.ts')
      expect(await stage.operator.type('npm run deployments -- promote v1 --wait 5m')).toMatchObject({ code: 0 })
      await stage.mustBegin('v1')
      expect(await stage.operator.type('npm run deployments -- promote unversioned')).toMatchObject({
        code: 0,
        output: expect.stringContaining('unversioned is current'),
      })
      await stage.mustBegin('')
      await promote('v1')
      await stage.mustBegin('v1')
    },
    5 * MINUTES,
  )
})

describe('a promotion', () => {
  it(
    'moves the auto-disable of a failing endpoint at its next step, and leaves a delivery where it is, continued as new',
    async () => {
      const { client } = stage
      const { deliveryId, webhookId } = await waitingDelivery()
      await finds(
        "TemporalWorkflowVersioningBehavior = 'AutoUpgrade' AND TemporalWorkerDeploymentVersion = 'runs:v1'",
        webhookId,
      )
      await finds(
        "TemporalWorkflowVersioningBehavior = 'Pinned' AND TemporalWorkerDeploymentVersion = 'runs:v1'",
        deliveryId,
      )
      await stage.operator.startWorker('WORKER_BUILD_ID=v2 node worker/main.ts')
      await promote('v2')
      await stage.mustBegin('v2')

      // Any signal is a step.
      await client.workflow.getHandle(webhookId).signal('look')
      expect(
        await until(
          () => buildsOf(client, webhookId),
          (builds) => builds.length > 1,
        ),
      ).toEqual(['v1', 'v2'])
      const first = (await client.workflow.getHandle(deliveryId).describe()).runId
      await until(
        async () => {
          await Promise.all(Array.from({ length: 30 }, () => client.workflow.getHandle(deliveryId).signal('look')))
          return (await client.workflow.getHandle(deliveryId).describe()).runId
        },
        (runId) => runId !== first,
      )
      expect(
        await until(
          () => buildsOf(client, deliveryId),
          (builds) => builds.length > 0,
        ),
      ).toEqual(['v1'])
      await client.workflow.getHandle(deliveryId).terminate('seen')
      expect(await stage.operator.type('npm run deployments -- drained v1 --wait 10m')).toMatchObject({ code: 0 })
      await kill(v1)
    },
    5 * MINUTES,
  )

  it(
    'has Schedules begin on the current version, and a refresh and its run on one',
    async () => {
      const { client, service } = stage
      const schedule = client.schedule.getHandle(retentionScheduleId('runs'))
      await schedule.trigger()
      const purge = await until(
        async () => (await schedule.describe()).info.recentActions.at(-1),
        (action) => action !== undefined,
      )
      const purgeId = purge?.action.workflow.workflowId ?? ''
      await stage.ended([purgeId])
      expect(await buildsOf(client, purgeId)).toEqual(['v2'])

      const api = httpClient(urlOf(service.api), service.workspace.keys.test)
      const watchId = String(
        (await api.post('/v1/watch', { capability: 'person.search', input: { query: 'Ada' }, every: '30d' })).at('id'),
      )
      const refreshed = await api.post(`/v1/watch/${watchId}/refresh?wait_seconds=60`)
      const refreshId = `${watchId}:${String(refreshed.at('refresh_id'))}`
      await stage.ended([refreshId, String(refreshed.at('run_id'))])
      expect(await stage.buildsOfAll([refreshId, String(refreshed.at('run_id'))])).toEqual(new Set(['v2']))
    },
    5 * MINUTES,
  )
})

describe('a version without workers', () => {
  it(
    'has its open workflows moved to another one whose code replays them, by id and by query',
    async () => {
      const v3 = await stage.start({ WORKER_BUILD_ID: 'v3' })
      await promote('v3')
      await stage.mustBegin('v3')
      const [one, other] = [await stage.waitingRun(), await stage.waitingRun()]
      await kill(v3)
      await promote('v2')
      expect(await stage.operator.type('npm run replay -- "$RUN"', one)).toMatchObject({
        code: 0,
        output: expect.stringContaining('the code does what the history states'),
      })
      expect(await stage.operator.type('npm run deployments -- move "$RUN" v2', one)).toMatchObject({
        code: 0,
        output: `${one} continues with v2`,
      })
      const query = await stage.operator.type(
        `npm run deployments -- move "WorkflowType = 'run' AND TemporalWorkerDeploymentVersion = 'runs:v3'" v2`,
      )
      expect(query).toEqual({ code: 0, output: `${other} continues with v2` })
      await Promise.all([one, other].map((runId) => stage.billed(runId)))
      expect([await buildsOf(stage.client, one), await buildsOf(stage.client, other)]).toEqual([
        ['v3', 'v2'],
        ['v3', 'v2'],
      ])
      expect(await stage.operator.type('npm run deployments -- move "$RUN" v2', one)).toMatchObject({
        code: 1,
        output: expect.stringContaining('No open workflow is'),
      })
      expect(await stage.operator.type('npm run deployments -- drained v3 --wait 10m')).toMatchObject({ code: 0 })
    },
    5 * MINUTES,
  )

  it(
    'has one terminated that no other code replays, and the sweeper starts it again from its stored state',
    async () => {
      const v0 = await stage.start(earlier('v0'))
      await promote('v0')
      await stage.mustBegin('v0')
      const runId = await stage.waitingRun()
      await kill(v0)
      await promote('v2')
      expect(await stage.operator.type('npm run replay -- "$RUN"', runId)).toMatchObject({
        code: 1,
        output: expect.stringContaining('the code differs from the history'),
      })
      // When it is moved all the same, its next step fails.
      await stage.operator.type('npm run deployments -- move "$RUN" v2', runId)
      await until(
        () => differencesOf(stage.client, runId),
        (differences) => differences > 0,
      )
      expect(
        await stage.operator.type(
          'temporal workflow terminate --workflow-id "$RUN" --reason "its version is gone"',
          runId,
        ),
      ).toMatchObject({ code: 0 })
      await stage.service.db.pool.query(
        `update run set sweep_at = clock_timestamp() - interval '1 second' where id = $1`,
        [runId],
      )
      await until(
        () => buildsOf(stage.client, runId),
        (builds) => builds.join() === 'v2',
      )
      await stage.billed(runId)
    },
    5 * MINUTES,
  )
})

describe('the command', () => {
  it.each<[string, number, RegExp]>([
    ['', 1, /^npm run deployments -- list/],
    ['promote', 1, /^npm run deployments -- list/],
    ['promote v2 v3', 1, /^npm run deployments -- list/],
    ['promote "v 2"', 1, /no build id/],
    ['drained unversioned', 1, /no build id/],
    ['promote v9', 1, /No worker of v9 has ever come up in runs\. There are: .*v2/],
    ['drained v9', 1, /No worker of v9/],
    ['move run_x v9', 1, /No worker of v9/],
    ['move run_x v2', 1, /No open workflow is run_x/],
    ['ramp v2 20', 1, /v2 is current/],
    ['ramp v2 101', 1, /from 0 to 100/],
    ['promote v2 --wait soon', 1, /^npm run deployments -- list/],
    ['promote v2 --force', 1, /^npm run deployments -- list/],
  ])(
    'answers "%s" with code %d',
    async (words, code, sentence) => {
      expect(await stage.operator.type(`npm run deployments -- ${words}`)).toEqual({
        code,
        output: expect.stringMatching(sentence),
      })
    },
    2 * MINUTES,
  )

  it.each<[string, RegExp]>([
    ['', /^npm run replay -- <run_id>$/m],
    ['""', /^npm run replay -- <run_id>$/m],
    ['run_x --open 5', /^npm run replay -- <run_id>$/m],
    ['--open many', /^ {2}<n> is an integer from 1 to 1000/m],
    ['--open 1001', /^ {2}<n> is an integer from 1 to 1000/m],
    ['run_x', /^Temporal has no history of run_x\.$/],
  ])(
    'replay answers "%s" in a sentence',
    async (words, sentence) => {
      const { code, output } = await stage.operator.type(`npm run replay -- ${words}`)
      expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(sentence) })
      expect(output).not.toMatch(/^ {4}at /m)
    },
    2 * MINUTES,
  )

  it(
    'keeps promotions with their operator in the audit, and reports it when Temporal is away',
    async () => {
      const {
        rows: [newest],
      } = await stage.service.db.pool.query(
        `select actor, action, before, after, reason from audit_entry where action = 'deployment.promote' order by id desc limit 1`,
      )
      expect(newest).toEqual({
        actor: expect.any(String),
        action: 'deployment.promote',
        reason: 'none given',
        before: { current: 'v0', ramping: null, percent: 0 },
        after: { current: 'v2', ramping: null, percent: 0 },
      })
      expect(await stage.operator.type('TEMPORAL_ADDRESS=127.0.0.1:9 npm run deployments -- list')).toMatchObject({
        code: 1,
      })
    },
    2 * MINUTES,
  )
})
