import { type Drift, verifyLedger } from '../../db/money/wallets/verify.ts'
import { readWallet } from '../build/wallet.ts'
import type { Environment, RunStatus } from '../../domain/runs/states.ts'
import type { Run } from '../../api/schemas/run.ts'
import { limitConcurrency } from '../../workflows/starters/limit-concurrency.ts'
import type { run as runWorkflow } from '../../workflows/run.ts'
import type { ServiceProcess } from './child-process.ts'
import type { CrashAt } from './crash-point.ts'
import { type LiveProviders, startLiveProviders } from './live-providers.ts'
import { startMortal } from './mortal.ts'
import { runClient } from './run-client.ts'
import { type RunRecords, readRunRecords } from './run-records.ts'
import { startTestService, type TestService } from './service.ts'
import { within } from './within.ts'
import { workerEnv } from './worker-env.ts'

/** One run on a separate service whose workers die one after the other. */
export interface CrashPlan {
  /** Where each worker ends itself; the next one continues, and the last one ends nowhere. */
  readonly crashes: readonly CrashAt[]
  /** true: its workers are processes, ended by SIGKILL. */
  readonly signal?: boolean
  readonly environment: Environment
  readonly request: Readonly<Record<string, unknown>>
  /** Further settings of all its workers, of test/support/worker-child.ts. */
  readonly settings?: Readonly<Record<string, string>>
  /** Those of its last worker only: what a deployment has changed. */
  readonly deployed?: Readonly<Record<string, string>>
  /** Settings of its api, as the environment names them. */
  readonly env?: Readonly<Record<string, string>>
  /** USD; 1.00 unless set otherwise. */
  readonly credit?: string
  /** Before the request, with the first worker there. */
  readonly prepare?: (stage: CrashStage) => Promise<void>
  /** Once the run is accepted. */
  readonly underway?: (stage: CrashStage, runId: string) => Promise<void>
  /** Once it has ended, for what else was promised of it. */
  readonly afterwards?: (stage: Omit<CrashStage, 'worker'>, runId: string) => Promise<void>
  /** While every worker is dead and the last one is not there yet. */
  readonly beforeLast?: (stage: Omit<CrashStage, 'worker'>) => Promise<void>
}

export interface CrashStage {
  readonly service: TestService
  readonly providers: LiveProviders
  /** The first worker. */
  readonly worker: ServiceProcess
}

export interface CrashedRun extends RunRecords {
  readonly run: Run
  /** The status that its workflow closed with: it must end too, and agree. */
  readonly closedAs: RunStatus
  readonly held: bigint
  readonly spent: bigint
  readonly drifts: readonly Drift[]
  /** How many requests each provider received. */
  readonly calls: Readonly<Record<'hunter' | 'findymail' | 'leadmagic', number>>
  /** How many runs were started on the actor platform. */
  readonly started: number
}

/** They wait more than they work; more of them at once would make each slower than its leases. */
const RUNS_AT_ONCE_MAX = 4
/** A deadline that a busy machine keeps, and a lease that is soon over. */
const SHORT_LEASES = { CALL_DEADLINE_MS: '3000', LEASES: '1000,5000' }
const RUNS_WAITING_MAX = 100
/** A lease is waited for at most twice, and a workflow task's timeout three times. */
const END_WITHIN_SECONDS = 110
const turn = limitConcurrency(RUNS_AT_ONCE_MAX, RUNS_WAITING_MAX)

/** Plays the plan to the run's end and answers everything that was promised about it. */
export const crashedRun = (plan: CrashPlan): Promise<CrashedRun> =>
  turn(async () => {
    const providers = await startLiveProviders()
    await providers.happen('apify', 'runs_behave', { items: [{ url: 'https://example.com/1' }], cost: 0.01 })
    const service = await startTestService({
      worker: false,
      shortTasks: true,
      ...(plan.env === undefined ? {} : { env: plan.env }),
      credit: { [plan.environment]: plan.credit ?? '1.00' },
    })
    const workers: ServiceProcess[] = []
    try {
      return await play(plan, { service, providers }, workers)
    } finally {
      for (const worker of workers) worker.signal('SIGKILL')
      await Promise.all(workers.map(({ exited }) => exited))
      await service.stop()
      await providers.close()
    }
  })

async function play(
  plan: CrashPlan,
  parts: Omit<CrashStage, 'worker'>,
  workers: ServiceProcess[],
): Promise<CrashedRun> {
  const { service, providers } = parts
  const start = async (at?: CrashAt): Promise<ServiceProcess> => {
    const worker = await startMortal({
      script: 'worker-child.ts',
      signal: plan.signal ?? false,
      env: {
        ...workerEnv({ ...service, providers: providers.settings }),
        ...SHORT_LEASES,
        ...plan.settings,
        ...(at === undefined ? plan.deployed : { CRASH_AT: at }),
      },
    })
    workers.push(worker)
    return worker
  }
  const client = runClient(service.url, service.workspace.keys[plan.environment])
  let runId: string | undefined
  for (const at of plan.crashes) {
    const worker = await start(at)
    if (runId === undefined) {
      const stage = { ...parts, worker }
      await plan.prepare?.(stage)
      const accepted = await client.run({ ...plan.request, async: true })
      if (accepted.status !== 202) throw new Error(`the run was not accepted: ${JSON.stringify(accepted.body)}`)
      runId = accepted.body.run_id
      await plan.underway?.(stage, runId)
    }
    await mustDie(worker, at)
  }
  if (runId === undefined) throw new Error('a plan needs a crash')
  await plan.beforeLast?.(parts)
  await start()
  const { body: run } = await client.get(runId, END_WITHIN_SECONDS)
  const { status: closedAs } = await within(
    END_WITHIN_SECONDS,
    'the workflow did not close',
    service.client.workflow.getHandle<typeof runWorkflow>(runId).result(),
  )
  await plan.afterwards?.(parts, runId)
  const wallet = await readWallet(service.db, service.workspace.id, plan.environment)
  return {
    run,
    closedAs,
    held: wallet.held,
    spent: wallet.spent,
    ...(await readRunRecords(service.db, runId)),
    drifts: (await verifyLedger(service.db)).drifts,
    calls: {
      hunter: providers.calls('hunter').length,
      findymail: providers.calls('findymail').length,
      leadmagic: providers.calls('leadmagic').length,
    },
    started: providers.calls('apify', 'POST /v2/actors/{actorId}/runs').length,
  }
}

async function mustDie(worker: ServiceProcess, at: CrashAt): Promise<void> {
  const { signal } = await within(END_WITHIN_SECONDS, `${at} was not reached`, worker.exited).catch(
    (error: unknown) => {
      throw new Error(worker.output().slice(-3_000), { cause: error })
    },
  )
  if (signal !== 'SIGKILL') throw new Error(`the worker ended otherwise than at ${at}:\n${worker.output()}`)
}
