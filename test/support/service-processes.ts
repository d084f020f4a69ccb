import { randomUUID } from 'node:crypto'
import type { ProviderSettings } from '../../activities/providers/settings.ts'
import type { TemporalSettings } from '../../domain/settings/connections.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { buildWorkspace, type TestWorkspace } from '../build/workspace.ts'
import { type ServiceProcess, startProcess, urlOf } from './child-process.ts'
import { runClient } from './run-client.ts'
import { workerEnv } from './worker-env.ts'

/** Api and worker as the processes that production runs, on servers that a test may take away from them. */
export interface ServiceProcesses {
  readonly db: Database
  readonly workspace: TestWorkspace
  readonly api: ServiceProcess
  /** A client with the workspace's live key. */
  readonly live: ReturnType<typeof runClient>
  /** The worker that runs now, or ran last. */
  worker(): ServiceProcess
  /** One more; `settings` in addition to those of all. */
  startWorker(script?: WorkerScript, settings?: Readonly<Record<string, string>>): Promise<ServiceProcess>
  /** The environment of every process. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** The program of production, or the same with its bundle prebuilt, which starts faster. */
type WorkerScript = '../../worker/main.ts' | 'worker-child.ts'

export interface ServiceProcessesOptions {
  readonly databaseUrl: string
  readonly temporal: Omit<TemporalSettings, 'taskQueue'>
  readonly providers: ProviderSettings
  readonly worker?: WorkerScript
  /** Further settings of every process. */
  readonly settings?: Readonly<Record<string, string>>
  /** Further settings of the api. */
  readonly api?: Readonly<Record<string, string>>
  /** Further settings of the first worker. */
  readonly first?: Readonly<Record<string, string>>
}

/** Tests wait for sweeps. */
const SWEEP_EVERY_MS = '500'

export async function startServiceProcesses(options: ServiceProcessesOptions): Promise<ServiceProcesses> {
  const { databaseUrl, providers } = options
  const env = {
    ...workerEnv({ databaseUrl, providers, temporal: { ...options.temporal, taskQueue: `test-${randomUUID()}` } }),
    SWEEP_EVERY_MS,
    PORT: '0',
    METRICS_PORT: '0',
    WORKER_HEALTH_PORT: '0',
    ...options.settings,
  }
  const workers: ServiceProcess[] = []
  const startWorker = async (script = options.worker ?? 'worker-child.ts', settings = {}): Promise<ServiceProcess> => {
    const worker = await startProcess({ script, env: { ...env, ...settings } })
    workers.push(worker)
    return worker
  }
  const latest = (): ServiceProcess => {
    const worker = workers.at(-1)
    if (worker === undefined) throw new Error('no worker was started')
    return worker
  }
  const db = await openDatabase({ url: databaseUrl, applicationName: 'test', poolMax: 5 })
  const workspace = await buildWorkspace(db)
  const [api] = await Promise.all([
    startProcess({ script: '../../api/main.ts', env: { ...env, ...options.api } }),
    startWorker(options.worker, options.first),
  ])
  return {
    db,
    workspace,
    api,
    startWorker,
    env,
    live: runClient(urlOf(api), workspace.keys.live),
    worker: latest,
    async stop() {
      for (const one of [api, ...workers]) one.signal('SIGKILL')
      await Promise.all([api, ...workers].map(({ exited }) => exited))
      await db.close()
    },
  }
}
