import { expect } from '@jest/globals'
import { type Database, openDatabase } from '../../../../db/database.ts'
import { httpClient } from '../../../support/http.ts'
import { occupyAccount } from '../../../support/live-providers.ts'
import { makeOverdue } from '../../../support/sweep.ts'
import { until } from '../../../support/until.ts'
import type { Newcomer } from '../../pages/newcomer.ts'
import type { CommandPromise, CommandOutput } from '../../pages/walk.ts'

/** On the database of the newcomer's service, as another client. */
async function onDatabase({ server }: Newcomer, work: (db: Database) => Promise<unknown>): Promise<void> {
  const db = await openDatabase({ url: server('database_url'), applicationName: 'test', poolMax: 1 })
  await work(db).finally(() => db.close())
}

/** Temporal's visibility is a second behind, so it is read again until it is there. */
const becomes =
  (what: RegExp) =>
  async ({ terminal, command }: CommandOutput): Promise<void> => {
    await until(
      async () => (await terminal.run(command)).stdout,
      (stdout) => what.test(stdout),
    )
  }

const isFound = becomes(/Running +run_\w+ +run/)

const LATE = 'visibility is a second behind, so it is read again until it shows this'

const insertTopup = (db: Database, id: string) =>
  db.pool.query(
    `insert into topup (id, workspace_id, environment, origin, amount, simulated, status, ended_at, explanation)
   select $1, id, 'live', 'checkout', 20000000, false, 'amount_differs', now(), 'another amount' from workspace
     where name = 'demo'`,
    [id],
  )

async function whatDoesNotFit({ newcomer }: CommandOutput): Promise<void> {
  await onDatabase(newcomer, async (db) => {
    await insertTopup(db, `topup_${'0'.repeat(26)}`)
    await insertTopup(db, `topup_${'0'.repeat(25)}1`)
    await db.pool.query(
      `insert into stripe_event (id, type, livemode, happened_at, outcome, detail) values ('evt_drill', 'charge.refunded', true, now(), 'refused', 'is no top-up')`,
    )
  })
}

/** A machine may have no client programs of PostgreSQL's: then this does what the line would. */
const NO_TURNS: CommandPromise = {
  command: 'update provider_account',
  ...(process.env['POSTGRES_TOOLS'] === undefined
    ? {
        typed: 'true',
        because: 'There is no psql here.',
        check: ({ newcomer }: CommandOutput) => onDatabase(newcomer, (db) => occupyAccount(db, 'hunter')),
      }
    : { prints: /^UPDATE 1$/m }),
}

/** Its workflow is gone, and a worker makes the call nevertheless. */
async function isCalledStill({ terminal }: CommandOutput): Promise<void> {
  expect((await terminal.run('npm run runs -- open --provider apify')).stdout).toMatch(
    /^run_\w+ +running .* 1\.00 held +attempt 1 of 1: apify was called \d+ s ago/m,
  )
}

export const OPERATING: Readonly<Record<string, readonly CommandPromise[]>> = {
  Runbook: [
    { command: 'alias svc=' },
    { command: 'temporal()' },
    { command: 'credential()' },
    { command: 'servers()' },
  ],
  'A provider hangs': [
    { command: 'node dev/hanging-provider.mjs', readyWhen: /hanging/ },
    { command: 'npm start', startsService: true },
    { command: 'RUN=' },
    {
      command: '--provider apify',
      check: becomes(
        /^run_\w+ +running +\/v2\/actors\/.* 1\.00 held +attempt 1 of 1: apify was called \d+ s ago and may take \d+ (s|min) more; its worker last renewed the lease \d+ s ago\n1 open, 1\.00 USD held$/m,
      ),
    },
    { command: 'runs -- stuck', prints: /^0 stuck, 0\.00 USD held$/m },
    {
      command: "provider='apify'",
      because: LATE,
      async check(output) {
        await isFound(output)
        // By its state as well: it has this state from the provider call on.
        await isFound({
          ...output,
          command: output.command.replace("provider='apify'", "provider='apify' and run_status='running'"),
        })
      },
    },
    { command: 'workflow describe', prints: /Pending Activities: 1[^]*attemptProvider[^]*LastHeartbeatTime/ },
    { command: 'workflow metadata', prints: /Current Details:\s+Attempt 1 of 1: apify/ },
    { command: 'workflow show', prints: /UpsertWorkflowSearchAttributes[^]*ActivityTaskScheduled/ },
    { command: "job_status='paused'" },
    { command: "run_status in ('failed', 'timed_out')" },
    { command: 'svc runs get "$RUN"', exit: 6, prints: /running[^]*apify/ },
    NO_TURNS,
    { command: 'QUEUED=' },
    { command: '--provider hunter', check: becomes(/queued .*waits for a slot at hunter/) },
    { command: '--name cancel', prints: /Signal workflow succeeded/ },
    {
      command: 'svc runs get "$QUEUED"',
      exit: 1,
      prints: /^cancelled/m,
      check: async ({ terminal }) =>
        expect((await terminal.run('npm run runs -- open --provider hunter')).stdout).toMatch(
          /^0 open, 0\.00 USD held$/m,
        ),
    },
    { command: 'workflow terminate', check: isCalledStill },
    { command: 'curl', prints: /^1 ended$/m },
    {
      command: 'WorkflowId=',
      because: LATE,
      // The holder of the attempt delays the sweep while it renews its lease, and the new workflow may have ended
      // before it is read.
      async check({ newcomer, terminal, command }) {
        await until(
          async () => {
            await onDatabase(newcomer, makeOverdue)
            return (await terminal.run(command)).stdout
          },
          (stdout) =>
            /(?:Running|Completed) +run_[^]*Terminated|Terminated[^]*(?:Running|Completed) +run_/.test(stdout),
          200,
        )
      },
    },
    { command: 'ENDED=' },
    { command: 'npm run replay', prints: /the code does what the history states/ },
    { command: 'workflow reset' },
  ],
  Money: [
    { command: 'ledger:verify', prints: /, 0 drifts$/m, check: whatDoesNotFit },
    { command: 'payments -- refused', prints: /evt_drill +charge\.refunded +is no top-up[^]*1 refused/ },
    { command: 'amount-differs', prints: /2 of which something else was paid/ },
    { command: 'credit 18.00', prints: /is paid: 18\.00 USD are in the wallet/ },
    { command: 'close --reason "refunded', prints: /nothing was credited/ },
    { command: 'payments -- credit demo', prints: /pi_drill123 is credited as topup_/ },
    {
      command: 'close evt_drill',
      prints: /is closed/,
      async check({ terminal }) {
        expect((await terminal.run('npm run payments -- refused')).stdout).toMatch(/^0 refused$/m)
        expect((await terminal.run('npm run ledger:verify')).stdout).toMatch(/, 0 drifts$/m)
      },
    },
    // No bounce came in this drill: what waits and is decided has its own test (test/db/outreach/bounces).
    { command: 'payments -- bounces', prints: /^0 to decide$/m },
  ],
  'A leaked API key or session': [
    { command: '> .data/leaked' },
    { command: 'npm run access', prints: /^key key_\w+ of ws_\w+ is revoked$/m },
    { command: 'svc whoami', exit: 3 },
    { command: 'rm .data/leaked' },
  ],
  'A person who cannot sign in': [
    { command: 'npm run access -- link', prints: /\/dashboard\/reset-password\?token=svc_mail_/ },
  ],
  'Encryption keys': [
    { command: '2:$(openssl' },
    { command: 'npm start', startsService: true },
    { command: 'credentials:rotate', prints: /^key version 2: \d+ rewrapped, 0 changed meanwhile, 0 left behind$/m },
    { command: 's|^1:' },
    { command: 'npm start', startsService: true, prints: /Ready at/ },
  ],
  'Webhook secrets, providers, Stripe': [
    {
      command: 'npm start',
      startsService: true,
      async check({ newcomer }) {
        const post = (secret: string) =>
          httpClient(newcomer.credential('base_url')).post(
            '/v1/inbound/unipile',
            { event: 'nothing' },
            { 'X-Webhook-Secret': secret },
          )
        expect([(await post('old')).status, (await post('new')).status, (await post('other')).status]).toEqual([
          200, 200, 401,
        ])
      },
    },
    { command: 'WEBHOOK=' },
    { command: 'rotate-secret', prints: /whsec_/ },
    { command: 'webhooks delete' },
  ],
  Alerts: [
    { command: 'metrics_url', prints: /^[1-9]\d+$/m },
    // What was delayed in earlier sections may have been started slightly late.
    { command: 'runs -- stuck', prints: /^0 stuck/m },
    { command: 'ledger:verify', prints: /, 0 drifts$/m },
    { command: '/readyz', prints: /"ready"|"ok"/ },
  ],
}
