import { expect } from '@jest/globals'
import { Client, Connection } from '@temporalio/client'
import { leftovers, type ServiceProcess, urlOf } from '../../support/child-process.ts'
import { type LiveProviders, runActor, startLiveProviders } from '../../support/live-providers.ts'
import { type OwnTemporal, ownTemporal } from '../../support/own-temporal.ts'
import { type TestDatabase, testDatabase } from '../../support/postgres.ts'
import { findContact, runClient } from '../../support/run-client.ts'
import { type ServiceProcesses, startServiceProcesses } from '../../support/service-processes.ts'
import { until } from '../../support/until.ts'
import { buildsOf } from './histories.ts'
import { type Operator, operatorOf } from './operator.ts'

/** The settings of a worker whose runs are those of an earlier release. */
export const EARLIER = { WORKFLOWS_PATH: new URL('../../support/earlier-workflows.ts', import.meta.url).pathname }
export const earlier = (build: string) => ({ ...EARLIER, WORKER_BUILD_ID: build })

const TEMPORAL = [
  // Temporal checks every three minutes whether a version is drained; the tests do not wait that long.
  'matching.wv.VersionDrainageStatusRefreshInterval="1s"',
  'matching.wv.VersionDrainageStatusVisibilityGracePeriod="1s"',
]
/**
 * Temporal suggests to continue as new after thousands of events; with this setting after fewer, but enough for
 * Temporal's own workflows.
 */
export const SHORT_HISTORIES = 'limit.historyCount.suggestContinueAsNew=300'
/** Callers do not send all their requests at once. */
const AT_ONCE = 10

/** Api and workers as processes on a Temporal server and a database of their own, with an operator. */
export interface Stage {
  readonly service: ServiceProcesses
  readonly operator: Operator
  readonly client: Client
  readonly providers: LiveProviders
  /** Starts one more worker; of today's code unless its settings differ. */
  start(settings: Readonly<Record<string, string>>): Promise<ServiceProcess>
  /** A live run whose provider has booked nothing yet: its workflow waits for the final bill. */
  waitingRun(): Promise<string>
  /** The provider books; the run's workflow reads it and ends with that charge. */
  billed(runId: string): Promise<void>
  readonly sandbox: ReturnType<typeof runClient>
  sandboxRuns(count: number, scenarioOf?: (index: number) => string): Promise<string[]>
  /** Waits until all of these workflows have ended. */
  ended(workflowIds: readonly string[]): Promise<void>
  /** Which builds took their steps: one for each that has one. */
  buildsOfAll(workflowIds: readonly string[]): Promise<Set<string>>
  /** Waits until new workflows begin on that build: a promotion takes a moment to reach the task queues. */
  mustBegin(build: string): Promise<void>
  stop(): Promise<void>
}

export const kill = async (worker: ServiceProcess): Promise<void> => {
  worker.signal('SIGKILL')
  await worker.exited
}

interface Servers {
  readonly temporal: OwnTemporal
  readonly providers: LiveProviders
  readonly database: TestDatabase
}

/** `first`: settings of the first worker; `temporal`: dynamic configuration of the server. */
export async function startStage({
  first = {},
  ...options
}: { readonly first?: Readonly<Record<string, string>>; readonly temporal?: readonly string[] } = {}): Promise<Stage> {
  const [temporal, providers, database] = await Promise.all([
    ownTemporal([...TEMPORAL, ...(options.temporal ?? [])]),
    startLiveProviders(),
    testDatabase(),
  ])
  const service = await startServiceProcesses({
    databaseUrl: database.url,
    providers: providers.settings,
    temporal,
    settings: { TEMPORAL_TASK_QUEUE: 'runs', FINAL_BILL_DELAY: '2s' },
    first,
  })
  const connection = await Connection.connect({ address: temporal.address })
  const client = new Client({ connection, namespace: temporal.namespace })
  return {
    service,
    client,
    providers,
    operator: operatorOf(service),
    ...runsOf(service, client, providers),
    start: (settings) => service.startWorker('worker-child.ts', settings),
    async stop() {
      await connection.close()
      await stop(service, { temporal, providers, database })
    },
  }
}

async function stop(service: ServiceProcesses, { temporal, providers, database }: Servers): Promise<void> {
  await service.stop()
  await Promise.all([temporal.remove(), database.drop(), providers.close()])
  expect(leftovers()).toEqual([])
}

/** The platform's final bill, and its amount at our price. */
const BILL = 0.01
const BILLED = '0.0143'

type Runs = Pick<Stage, 'waitingRun' | 'billed' | 'sandbox' | 'sandboxRuns' | 'ended' | 'buildsOfAll' | 'mustBegin'>

function runsOf(service: ServiceProcesses, client: Client, providers: LiveProviders): Runs {
  const sandbox = runClient(urlOf(service.api), service.workspace.keys.test)
  const begun = async (scenario: string): Promise<string> =>
    (await sandbox.run(findContact(scenario, { async: true }))).body.run_id
  const ended = async (workflowIds: readonly string[]): Promise<void> => {
    for (const id of workflowIds) {
      // An accepted run's workflow may be about to start.
      await until(
        () =>
          client.workflow
            .getHandle(id)
            .describe()
            .then(
              () => true,
              () => false,
            ),
        (there) => there,
      )
      await client.workflow.getHandle(id).result()
    }
  }
  return {
    sandbox,
    ended,
    async waitingRun() {
      await providers.happen('apify', 'runs_behave', { items: [{ url: 'https://example.com/1' }], cost: null })
      const { body } = await service.live.run(runActor({ wait_seconds: 60 }))
      expect(body.status).toBe('succeeded')
      return body.run_id
    },
    async billed(runId) {
      await providers.happen('apify', 'billed', { cost: BILL })
      expect(await client.workflow.getHandle(runId).result()).toMatchObject({ status: 'succeeded', charge: BILLED })
      expect((await service.live.get(runId)).body.billing).toMatchObject({ charged: BILLED })
    },
    async sandboxRuns(count, scenarioOf = () => '') {
      const runIds: string[] = []
      while (runIds.length < count) {
        const some = Array.from({ length: Math.min(AT_ONCE, count - runIds.length) }, (_, index) =>
          scenarioOf(runIds.length + index),
        )
        runIds.push(...(await Promise.all(some.map(begun))))
      }
      return runIds
    },
    buildsOfAll: async (workflowIds) =>
      new Set((await Promise.all(workflowIds.map((id) => buildsOf(client, id)))).map((builds) => builds.join(', '))),
    async mustBegin(build) {
      await until(
        async () => {
          const runId = await begun('')
          await ended([runId])
          return buildsOf(client, runId)
        },
        (builds) => builds.join() === build,
      )
    },
  }
}
