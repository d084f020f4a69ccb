import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Client } from '@temporalio/client'
import { NativeConnection, Worker } from '@temporalio/worker'
import type { WorkerVersion } from '../../domain/settings/worker-version.ts'
import { versionOptions } from '../../worker/versioning.ts'
import type { readActorSchema } from '../../workflows/provider-operations.ts'
import { buildsOf } from '../long/deploys/histories.ts'
import { workflowBundle } from '../support/bundle.ts'
import { testTemporal } from '../support/temporal.ts'
import { captureTemporalLog } from '../support/temporal-log.ts'
import { until } from '../support/until.ts'

/** Why a worker of a version never starts eagerly (worker/workers.ts): Temporal's behaviour when one does. */
const { address, namespace } = testTemporal()
const name = `test-${randomUUID()}`
const versions: WorkerVersion[] = ['current', 'not-promoted'].map((buildId) => ({ deploymentName: name, buildId }))

/** Each on a separate connection, as processes are. */
interface Running {
  readonly client: Client
  stop(): Promise<void>
}
const running: Running[] = []

beforeAll(async () => {
  captureTemporalLog()
  for (const version of versions) {
    const connection = await NativeConnection.connect({ address })
    const worker = await Worker.create({
      connection,
      namespace,
      taskQueue: name,
      workflowBundle: await workflowBundle({ version }),
      ...versionOptions(version),
      activities: { readActorSchema: async () => ({ kind: 'actor_schema' }) },
    })
    const finished = worker.run()
    running.push({
      client: new Client({ connection, namespace }),
      async stop() {
        worker.shutdown()
        await finished
        await connection.close()
      },
    })
  }
  const { client } = at(0)
  await until(
    () =>
      client.workflowService
        .setWorkerDeploymentCurrentVersion({ namespace, deploymentName: name, buildId: 'current' })
        .then(
          () => true,
          () => false,
        ),
    (set) => set,
  )
}, 120_000)
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()))
})

function at(index: number): Running {
  const one = running[index]
  if (one === undefined) throw new Error('it was not started')
  return one
}

async function begunBy({ client }: Running, eager: boolean): Promise<(string | null)[]> {
  const handle = await client.workflow.start<typeof readActorSchema>('readActorSchema', {
    workflowId: randomUUID(),
    taskQueue: name,
    requestEagerStart: eager,
    args: [{ kind: 'actor_schema', provider: 'apify', workspaceId: 'ws', actorId: 'any' }],
  })
  await handle.result()
  return buildsOf(client, handle.workflowId)
}

describe('a start on the connection of a worker whose version is not promoted', () => {
  it('goes to the current version', async () => {
    expect(
      await until(
        () => begunBy(at(1), false),
        (builds) => builds.includes('current'),
      ),
    ).toEqual(['current'])
  })

  it("taken eagerly goes to the connection's own version, whatever is current", async () => {
    expect(await begunBy(at(1), true)).toEqual(['not-promoted'])
  })
})
