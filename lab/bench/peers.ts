import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../dev/local/ports.ts'
import { withPostgresClient } from '../../dev/local/postgres-client.ts'
import { spawnServer } from '../../dev/local/process.ts'
import { announced } from '../../dev/local/program.ts'
import type { Stop } from '../../dev/local/service.ts'
import { fixed, print, progress, quantile, table } from '../../ops/report/markdown.ts'
import { PEER_VERSIONS, peerPackages } from '../../dev/setup/peer-packages.mjs'
import { cpuMs } from './cpu.ts'
import { CONCURRENCY, CROWD } from './load.ts'
import type { Options } from './options.ts'
import { JOB_BALANCE, JOB_TABLES } from './peers/job.ts'
import { startProvider } from './provider.ts'
import type { BenchServers } from './servers.ts'
import { compare, cpuOfRun, type Measured, p50, type Sizes, throughput } from './sides.ts'
import { type JobForm, start, startBare, startOurs, system, type System, type SystemOptions } from './systems.ts'

const FULL: Sizes = { provider: 5, warmUp: 200, alone: 90, backToBack: 60, together: 600, crowd: 600 }
const QUICK: Sizes = { provider: 5, warmUp: 20, alone: 6, backToBack: 6, together: 60, crowd: 60 }
const START_MS_MAX = 60_000
const STOP_GRACE_MS = 10_000

const NAMES: Readonly<Record<System['name'], string>> = {
  none: 'none: the three steps, not durable',
  dbos: `DBOS ${PEER_VERSIONS['@dbos-inc/dbos-sdk']}`,
  restate: `Restate ${PEER_VERSIONS['@restatedev/restate-server']}`,
  bare: 'Temporal, bare workflow',
  ours: 'this service, POST /v1/run',
}

/**
 * The same job on other engines: money is reserved in PostgreSQL, a provider of 5 ms is called, money is settled. Ours
 * also authenticates, limits, prices, routes and remembers.
 */
export async function measurePeers(options: Options, servers: BenchServers, stops: Stop[]): Promise<void> {
  print('## The same job on other engines', `Api and worker in one process; provider of 5 ms.`)
  const packages = await peerPackages(progress)
  const provider = await startProvider()
  stops.push(() => provider.close())
  provider.answerAfter(5)
  const parts = async (name: string): Promise<SystemOptions> => ({
    setup: 'together',
    servers,
    databaseUrl: await servers.createDatabase(`peers_${name}`),
    providerUrl: provider.url,
    profileDir: options.profileDir,
    stops,
  })
  const jobs: System[] = []
  const databases: string[] = []
  for (const form of ['none', 'dbos', 'restate'] as const) {
    if (form === 'restate' && packages.restateServer === null) {
      progress('restate: left out, it has no program for this system')
      continue
    }
    progress(`${form}: starting`)
    const part = await parts(form)
    jobs.push(await startJob(form, part, packages))
    databases.push(part.databaseUrl)
  }
  progress('bare and ours: starting')
  const systems = [...jobs, await startBare(await parts('bare')), await startOurs(await parts('ours'))]
  const measured = await compare(systems, options.quick ? QUICK : FULL, servers)
  print(
    table(
      HEAD,
      systems.map(({ name }, index) => rowOf(name, measured[index])),
    ),
  )
  for (const databaseUrl of databases) await expectSettled(databaseUrl)
}

const HEAD = [
  'engine',
  'p50 ms',
  `p50 at ${CONCURRENCY}`,
  `p95 at ${CONCURRENCY}`,
  `runs/s at ${CONCURRENCY}`,
  `at ${CROWD}`,
  'CPU ms a run: node + engine + PostgreSQL',
  'together',
]

function rowOf(name: System['name'], side: Measured | undefined): string[] {
  if (side === undefined) throw new Error(`${name} was not measured`)
  const { node, engine, postgres, sum } = cpuOfRun(side)
  const times = [p50(side.aloneMs), p50(side.togetherMs), quantile(side.togetherMs, 0.95)]
  return [
    NAMES[name],
    ...[...times, throughput(side), throughput(side.crowd)].map((value) => fixed(value)),
    [node, engine, postgres].map((ms) => fixed(ms)).join(' + '),
    fixed(sum),
  ]
}

async function startJob(
  form: JobForm,
  options: SystemOptions,
  { folder, restateServer }: Awaited<ReturnType<typeof peerPackages>>,
): Promise<System> {
  const { databaseUrl } = options
  await withPostgresClient(databaseUrl, (client) => client.query(JOB_TABLES))
  const program = await start(options, {
    script: 'lab/bench/peers/program.ts',
    name: `job-${form}`,
    env: { JOB_FORM: form, JOB_PACKAGES: folder, DATABASE_URL: databaseUrl, PROVIDER_URL: options.providerUrl },
    ready: announced,
  })
  const engine = form === 'restate' ? await startRestate(restateServer ?? '', program.url, options) : null
  const target = (url: string) => ({ url: engine?.url ?? url, path: engine?.path ?? '/', key: null, body: '{}' })
  return {
    ...system(form, [program], { target, rawTarget: target }),
    engineCpuMs: () => (engine === null ? 0 : cpuMs(engine.pid)),
  }
}

/** Its server in a new folder, with the service made known to it; it waits for the disk as it does by default. */
async function startRestate(
  file: string,
  serviceUrl: string,
  { servers, stops }: SystemOptions,
): Promise<{ pid: number; url: string; path: string }> {
  const folder = join(servers.folder, 'restate')
  mkdirSync(folder)
  const [ingress, admin, node] = [await freePort(18_080), await freePort(19_070), await freePort(15_122)]
  const at = (port: number): string => `127.0.0.1:${port}`
  const settings = {
    RESTATE_BASE_DIR: folder,
    RESTATE_LISTEN_MODE: 'tcp',
    RESTATE_DISABLE_TELEMETRY: 'true',
    RESTATE_INGRESS__BIND_ADDRESS: at(ingress),
    RESTATE_ADMIN__BIND_ADDRESS: at(admin),
    RESTATE_BIND_ADDRESS: at(node),
    RESTATE_ADVERTISED_ADDRESS: `http://${at(node)}/`,
    RESTATE_LOG_FILTER: 'warn',
  }
  const server = await spawnServer({
    file: '/usr/bin/env',
    args: [...Object.entries(settings).map(([name, value]) => `${name}=${value}`), file, '--no-logo'],
    logFile: join(servers.folder, 'restate.log'),
    guardSignal: 'TERM',
  })
  stops.push(() => server.stop('SIGTERM', STOP_GRACE_MS))
  const giveUpAt = performance.now() + START_MS_MAX
  for (;;) {
    const answer = await fetch(`http://${at(admin)}/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uri: serviceUrl }),
    }).catch(() => null)
    if (answer?.ok === true) return { pid: server.pid, url: `http://${at(ingress)}`, path: '/job/run' }
    if (!server.running() || performance.now() > giveUpAt)
      throw new Error(`Restate did not take the service: ${answer === null ? 'no answer' : await answer.text()}`)
    await sleep(200)
  }
}

/** A job that was not settled, or settled twice, would be no job. */
async function expectSettled(databaseUrl: string): Promise<void> {
  const { rows } = await withPostgresClient(databaseUrl, (client) =>
    client.query(`select count(*)::integer as runs, count(*) filter (where charged is null)::integer as open,
      (select held from job_wallet)::integer as held,
      (select ${JOB_BALANCE} - available from job_wallet)::bigint = sum(charged) as exact from job_hold`),
  )
  const [row] = rows
  if (row.runs === 0 || row.open !== 0 || row.held !== 0 || row.exact !== true)
    throw new Error(`the wallet of the jobs does not add up: ${JSON.stringify(row)}`)
}
