import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@jest/globals'
import pg from 'pg'
import { openDatabase } from '../../../db/database.ts'
import { freePort } from '../../../dev/local/ports.ts'
import { type LocalPostgres, startPostgres } from '../../../dev/local/postgres.ts'
import { sharedFolder } from '../../../dev/setup/folders.mjs'
import { runsCommand } from '../../../ops/runs/command.ts'
import { arrive, type Newcomer } from '../pages/newcomer.ts'
import { walk } from '../pages/walk.ts'
import { httpClient } from '../../support/http.ts'
import { until } from '../../support/until.ts'
import { walksOf } from './page.ts'
import { backupPromises } from './promises/backup.ts'

/**
 * A service as `npm start` runs it, on a separate database, with runs, bills and deliveries under way at every moment.
 */
export interface ServiceUnderLoad {
  /** Types one section of the runbook. */
  walk(title: string): Promise<void>
  /** The time to restore to. Some runs from before it are not over, and there will be runs from after it. */
  rememberTime(): Promise<void>
  /** Kills service and database at once; returns the runs that were accepted until then. */
  crash(): Promise<readonly string[]>
  acceptedBefore(): readonly string[]
  /** Stops a restored server and removes its data. */
  takeAway(folder: string): Promise<void>
  /** Deletes its file; only while it is down. */
  emptyTemporal(): void
  /**
   * Every one of these ends, no hold is left, no run is charged twice, and the restored database's ledger has no drift.
   */
  everythingEnds(runs: readonly string[]): Promise<void>
  end(): Promise<void>
}

const SECRET = 'whsec-of-the-test'
const BACKUPS = 'backups'
const LOAD_EVERY_MS = 150
/** Enough that some are at every step of a run when everything dies. */
const WORK: readonly object[] = [
  { capability: 'contact.find', input: { full_name: 'Ada Example', domain: 'example.com' } },
  { capability: 'contact.find', input: { full_name: 'Ada +slow-3', domain: 'example.com' } },
  {
    capability: 'email.send',
    input: { to: 'robin+slow-2@example.org', subject: 'Hello', text: 'How are you?' },
    routing: { allow_repeat: true },
  },
  {
    provider: 'apify',
    endpoint: '/v2/actors/{actorId}/runs',
    path: { actorId: 'apify~instagram-scraper' },
    input: { search: 'shoes +final-bill-up' },
  },
]

export async function startServiceUnderLoad(): Promise<ServiceUnderLoad> {
  const folder = mkdtempSync(join(sharedFolder('tests'), 'backups-'))
  // PostgreSQL's own user needs access.
  chmodSync(folder, 0o755)
  const postgres = await startReplaceable(folder)
  const restored = await restoredAt(postgres.url())
  const newcomer = await arriveWhile(folder, { postgresUrl: postgres.url(), restoredPort: restored.port })
  const promises = backupPromises({ restartPostgres: postgres.restart })
  const accepted: string[] = []
  let before: readonly string[] = []
  let load = startLoad(newcomer, accepted)

  await newcomer.start([], 'npm start')
  // From here on it is what the start has noted.
  delete newcomer.env['DATABASE_URL']
  await load.begin()

  return {
    async walk(title) {
      for (const { section } of walksOf({ [title]: [] }))
        await walk({ section, promises: promises[title] ?? [], newcomer })
    },
    async rememberTime() {
      await sleep(3_000)
      before = [...accepted]
      newcomer.env['RESTORE_TO'] = await nowOf(postgres.url())
      await sleep(3_000)
    },
    async crash() {
      newcomer.env['DATABASE_URL'] = postgres.url()
      await load.stop()
      await killAll(newcomer, postgres)
      return [...accepted]
    },
    acceptedBefore: () => before,
    async takeAway(name) {
      stopServer(join(folder, BACKUPS, name))
      rmSync(join(folder, BACKUPS, name), { recursive: true })
    },
    emptyTemporal: () => rmSync(join(newcomer.folder, '.data/temporal'), { recursive: true }),
    async everythingEnds(runs) {
      // The restored database is the database from now on.
      newcomer.env['DATABASE_URL'] = restored.url
      await expectAllEnded(restored.url, runs)
      accepted.length = 0
      load = startLoad(newcomer, accepted)
      await load.begin()
      await until(
        async () => accepted.length,
        (count) => count > 10,
      )
    },
    async end() {
      await load.stop()
      await newcomer.leave()
      for (const name of ['latest', 'earlier']) stopServer(join(folder, BACKUPS, name))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The database that the service begins with. */
interface Replaceable {
  url(): string
  /** On the same port and data. */
  restart(): Promise<void>
  kill(): Promise<void>
}

async function startReplaceable(folder: string): Promise<Replaceable> {
  const startServer = (port: number): Promise<LocalPostgres> =>
    startPostgres({
      dataDir: join(folder, 'server'),
      binaries: process.env['POSTGRES_BINARIES'] ?? '',
      port,
      database: 'service',
      log: console.error,
    })
  let postgres = await startServer(0)
  return {
    url: () => postgres.url,
    async restart() {
      const { port } = postgres
      await postgres.stop()
      postgres = await startServer(port)
    },
    kill: () => postgres.kill(),
  }
}

/** Where a restored server will be. */
async function restoredAt(postgresUrl: string): Promise<{ readonly port: number; readonly url: string }> {
  const port = await freePort(0)
  return { port, url: postgresUrl.replace(`:${new URL(postgresUrl).port}/`, `:${port}/`) }
}

const arriveWhile = (
  folder: string,
  { postgresUrl, restoredPort }: { readonly postgresUrl: string; readonly restoredPort: number },
): Promise<Newcomer> =>
  arrive({
    DATABASE_URL: postgresUrl,
    OLD: join(folder, 'server/cluster'),
    BACKUPS: join(folder, BACKUPS),
    RESTORED_PORT: String(restoredPort),
    FINAL_BILL_DELAY: '8s',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    PROVIDER_UNIPILE_WEBHOOK_SECRET: SECRET,
  })

async function killAll(newcomer: Newcomer, postgres: Replaceable): Promise<void> {
  killService(newcomer.folder)
  await postgres.kill()
  // Its guard stops its Temporal.
  await until(
    () => answers(newcomer.server('temporal_address')),
    (answered) => !answered,
  )
}

async function expectAllEnded(url: string, runs: readonly string[]): Promise<void> {
  expect(runs.length).toBeGreaterThan(20)
  await until(
    () => openOf(url),
    (open) => open.length === 1,
    300,
  )
  expect(await endsOf(url, runs)).toEqual({ missing: 0, open: 0, held: '0', chargedTwice: 0 })
}

interface Load {
  begin(): Promise<void>
  stop(): Promise<void>
}

/** Runs of every kind without a pause, and messages of a provider whose deliveries no receiver accepts. */
function startLoad(newcomer: Newcomer, accepted: string[]): Load {
  const stopping = new AbortController()
  let going: Promise<void> = Promise.resolve()
  async function askOnAndOn(): Promise<void> {
    const client = httpClient(newcomer.credential('base_url'), newcomer.credential('test_key'))
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      // The database is restarted under load: a failed request promises nothing.
      const answer = await client.post('/v1/run', { ...WORK[turn % WORK.length], async: true }).catch(() => null)
      const id = answer?.at('run_id')
      if (typeof id === 'string') accepted.push(id)
      if (turn % 10 === 0) await receiveMessage(client, turn).catch(() => null)
      await sleep(LOAD_EVERY_MS)
    }
  }
  return {
    async begin() {
      const client = httpClient(newcomer.credential('base_url'), newcomer.credential('test_key'))
      await client.post('/v1/webhooks', { url: 'http://127.0.0.1:9/nobody' })
      going = askOnAndOn()
      await until(
        async () => accepted.length,
        (count) => count > 20,
      )
    },
    async stop() {
      stopping.abort()
      await going
    },
  }
}

const receiveMessage = (client: ReturnType<typeof httpClient>, turn: number) =>
  client.post(
    '/v1/inbound/unipile',
    {
      event: 'message_received',
      account_id: 'demo-linkedin',
      chat_id: 'chat_1',
      message_id: `msg_${Date.now()}_${turn}`,
      message: 'Tell me more',
      sender: {
        attendee_provider_id: 'ACoAAB1',
        attendee_name: 'Robin Sample',
        attendee_profile_url: 'https://www.linkedin.com/in/robin-sample',
      },
    },
    { 'X-Webhook-Secret': SECRET },
  )

/** As a machine that loses its power: the program itself, without a signal to stop. */
function killService(folder: string): void {
  const processes = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  const pids = processes
    .filter((line) => line.includes(`${folder}/dev/start.ts`))
    .map((line) => Number(line.trim().split(' ')[0]))
  expect(pids.length).toBeGreaterThan(0)
  for (const pid of pids) process.kill(pid, 'SIGKILL')
}

/** Whether a server listens at `host:port`. */
function answers(url: string): Promise<boolean> {
  const [host = '', port = ''] = url.split(':')
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) }, () => socket.end(() => resolve(true))).once('error', () =>
      resolve(false),
    )
  })
}

/** The server on this folder, if there is one. */
function stopServer(folder: string): void {
  try {
    const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 'SIGINT')
    spawnSync('sh', ['-c', `while kill -0 ${pid} 2>/dev/null; do sleep 0.1; done`], { timeout: 30_000 })
  } catch {
    // It was not started, or has ended.
  }
}

async function call<Row extends object>(url: string, text: string, values: readonly unknown[] = []): Promise<Row> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const {
      rows: [row],
    } = await client.query<Row>(text, [...values])
    if (row === undefined) throw new Error('the database did not answer')
    return row
  } finally {
    await client.end()
  }
}

const nowOf = async (url: string): Promise<string> =>
  (await call<{ now: string }>(url, 'select clock_timestamp()::text as now')).now

/** The output for an operator: one line for each run that is not over, and one with their number. */
async function openOf(url: string): Promise<readonly string[]> {
  const db = await openDatabase({ url, applicationName: 'test', poolMax: 1 })
  return runsCommand(db, { words: ['open'], provider: null })
    .then(({ lines }) => lines)
    .finally(() => db.close())
}

/** Of all runs; `missing` of these. */
async function endsOf(url: string, runs: readonly string[]): Promise<object> {
  const { missing, open, held, twice } = await call<{ missing: string; open: string; held: string; twice: string }>(
    url,
    `select
    (select count(*) from unnest($1::text[]) as wanted (id) where not exists (select from run r
      where r.id = wanted.id)) as missing,
    (select count(*) from run where finished_at is null) as open,
    (select sum(held) from wallet) as held,
    (select count(*) from (select run_id from transfer where kind in ('hold') group by run_id having count(*) > 1) t)
      as twice`,
    [runs],
  )
  return { missing: Number(missing), open: Number(open), held, chargedTwice: Number(twice) }
}
