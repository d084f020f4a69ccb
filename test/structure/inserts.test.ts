import { describe, expect, it } from '@jest/globals'
import { parseFile, readSources } from './sources.ts'
import { startingTheApi, writersIn } from './leads.ts'

/** A statement that writes rows past the product, or a function that only commands and tests of it use. */
const INSERTS = /\binsert\s+into\s|\b(?:addInbox|addMessagingAccount|creditWallet)\(/gi

/**
 * A test does what a customer or an operator can do. Three rules state by what it makes rows:
 *
 * - a test that starts the API walks live paths: it makes rows by HTTP against the twins, or by what a command does
 *   (`BY_COMMAND`), also through its helpers;
 * - a test of one activity or of one command on a database has no HTTP: it makes rows by the product's own
 *   transactions;
 * - `test/db/` and `test/usecases/` test statements and use cases: they seed tables by the product's others.
 *
 * No test has an insert. These files still have some, by their reason and with their number. A number only falls: a
 * new insert fails; lower the number, or remove the line, when you have replaced some.
 */
const STILL: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'a plan, a limit or a purge needs more rows, or older rows, than requests make in a second': {
    'test/activities/runs/resolve-sender.test.ts': 1,
    'test/db/access/api-keys/usage-plans.test.ts': 1,
    'test/long/load/event-plans.test.ts': 2,
    'test/db/delivery/events/purge.test.ts': 3,
    'test/db/catalog/health/calls.ts': 2,
    'test/db/catalog/health/fold.test.ts': 1,
    'test/db/runs/history/read.test.ts': 2,
    'test/long/load/inbound-plans.test.ts': 4,
    'test/db/access/oauth/artifacts.test.ts': 1,
    'test/db/outreach/outbound/long-lists.test.ts': 1,
    'test/usecases/money/negotiate-rate.test.ts': 1,
    'test/long/load/purge-plans.test.ts': 11,
    'test/long/load/row-plans.test.ts': 1,
    'test/db/tables/rows/sample-rows.ts': 2,
    'test/db/tables/rows/table-detail.test.ts': 1,
    'test/db/tables/rows/wide-rows.test.ts': 1,
    'test/db/delivery/webhooks/disable.test.ts': 1,
    'test/worker/gauges.test.ts': 1,
    'test/worker/watch-reconciler.test.ts': 1,
  },
  'a constraint, a trigger or the proof of the ledger has to find what no request writes': {
    'test/usecases/money/prove-wallets.test.ts': 2,
    'test/db/money/payments/topup-under-way.test.ts': 1,
    'test/db/money/wallets/immutability.test.ts': 3,
    'test/db/money/wallets/planted-drift.test.ts': 5,
    'test/long/runbook/promises/operating.ts': 2,
  },
  'one statement is tested on the rows of another, without its provider and without money': {
    'test/usecases/watches/store-refresh.test.ts': 1,
    'test/db/outreach/outbound/build.ts': 4,
    'test/db/outreach/sending/slots.test.ts': 1,
    'test/usecases/money/referrals.test.ts': 2,
    'test/db/tables/rows/also-in.test.ts': 1,
    'test/db/tables/rows/write.test.ts': 2,
  },
  'the function itself is tested': {
    'test/db/outreach/inboxes/queries.test.ts': 9,
    'test/db/outreach/messaging-accounts/queries.test.ts': 7,
    'test/db/money/wallets/ledger-commands.ts': 1,
    'test/db/money/wallets/ledger.parallel.test.ts': 1,
  },
  'a database is given back what the migrations wrote': { 'test/support/clean-database.ts': 1 },
  'the words are only shown': {
    'test/api/responses.test.ts': 1,
  },
}

/** A statement that changes or removes rows past the product. */
const CHANGES = /\b(?:update\s+\w+\s+(?:\w+\s+)?set\s|delete\s+from\s|truncate\s)/gi

/**
 * Tests of live paths that change rows past the product, by their reason and with their number. It only shrinks: time,
 * and a state that a crash or another deployment leaves, are what a test cannot have by HTTP.
 */
const CHANGED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'hours, days or a retention pass': {
    'test/packages/client/client.test.ts': 2,
    'test/api/http/accounts/accounts.test.ts': 1,
    'test/api/http/agents/claim.test.ts': 2,
    'test/api/http/auth/links.test.ts': 1,
    'test/api/http/auth/sign-in.test.ts': 2,
    'test/api/http/connections/own-key-runs.test.ts': 1,
    'test/api/http/events/events.test.ts': 2,
    'test/api/http/inspect/actor-schema.test.ts': 2,
    'test/api/http/oauth/abuse.test.ts': 5,
    'test/api/http/oauth/client-documents.test.ts': 1,
    'test/api/http/plan/plan.test.ts': 2,
    'test/api/http/raw/actors.test.ts': 3,
    'test/api/http/runs/saved-enrichments.test.ts': 2,
    'test/api/http/runs/sending.test.ts': 1,
    'test/api/http/wallet/simulated.test.ts': 2,
    'test/api/http/webhooks/rotate-and-retry.test.ts': 3,
    'test/api/http/webhooks/webhooks.test.ts': 3,
    'test/long/crash/account-mails.test.ts': 1,
    'test/long/crash/approvals.test.ts': 1,
    'test/long/crash/deliveries.test.ts': 4,
    'test/long/crash/inbound.test.ts': 2,
    'test/long/crash/jobs.test.ts': 3,
    'test/long/crash/remembered-answers.test.ts': 1,
    'test/long/crash/topups.test.ts': 3,
    'test/long/crash/watches.test.ts': 3,
    'test/long/crash/webhook-requests.test.ts': 2,
    'test/long/deploys/moving.test.ts': 1,
    'test/telemetry/run-traces.test.ts': 1,
    'test/worker/event-retention.test.ts': 1,
    'test/worker/watch-schedules.test.ts': 1,
    'test/workflows/delivery-schedule.test.ts': 6,
    'test/workflows/delivery.test.ts': 4,
    'test/workflows/process-inbound.test.ts': 1,
    'test/workflows/top-up-wallet.test.ts': 2,
  },
  'an account at a provider, or a quota, is used up or free again': {
    'test/api/http/catalog/catalog.test.ts': 2,
    'test/api/http/feedback/feedback.test.ts': 1,
    'test/api/http/oauth/registration.test.ts': 1,
    'test/api/http/raw/live.test.ts': 1,
    'test/api/http/runs/offer-limits.test.ts': 1,
    'test/api/http/runs/waterfall.test.ts': 2,
  },
  'what an earlier test has left is removed': {
    'test/api/http/inbound/receive.test.ts': 2,
    'test/api/http/oauth/consent.test.ts': 1,
  },
  'a limit is reached that takes thousands of requests, or an end that takes days': {
    'test/api/dashboard/pages.test.ts': 1,
    'test/api/http/api-keys/api-keys.test.ts': 1,
    'test/api/http/rows/write.test.ts': 2,
  },
  'a row is as another build has left it': {
    'test/api/http/suppressions/suppressions.test.ts': 1,
    'lab/fuzz/stage.ts': 1,
  },
}

/** What any test may call, because a command does the same. */
const BY_COMMAND: Readonly<Record<string, string>> = {
  'test/build/workspace.ts buildWorkspace': 'npm run seed',
  'usecases/access/create-workspace.ts ensureWorkspace': 'npm run seed',
  'test/support/clean-database.ts cleanDatabase': 'npm run migrate',
  'test/build/session.ts buildSession': 'npm run seed',
  'test/build/person.ts buildPerson': 'npm run seed',
  'db/catalog/feedback/known-issues.ts addKnownIssue': 'npm run known-issues',
  'usecases/money/negotiate-rate.ts setRate': 'npm run rates',
}

/** Tests of live paths that write rows past HTTP: by their reason, what they call. It only shrinks. */
const PAST_HTTP: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'a thousand requests would start a thousand Schedules': {
    'test/api/http/watches/create.test.ts': ['buildWatch'],
  },
  'its rows are of days ago': { 'test/api/http/api-keys/api-keys.test.ts': ['acceptRun'] },
  'its row was written under rules that have changed since': {
    'test/api/http/oauth/requests.test.ts': ['registerClient'],
  },
  'the sandbox takes no payment back': { 'test/api/http/wallet/simulated.test.ts': ['reverseTopup'] },
  'a history begins from a delivery that is not due yet': { 'test/replay/paths.ts': ['WEBHOOK_PATHS'] },
}

const insertsIn = (text: string): number => text.match(INSERTS)?.length ?? 0
/** Migrations make tables, and their rows are no workspace's. */
const sources = readSources().filter(
  ({ path }) => /^(?:db|usecases|test|lab\/(?:attacks|chaos|fuzz))\//.test(path) && !path.startsWith('db/migrat'),
)

describe('tests', () => {
  it('insert no row that the product writes, except for a reason', () => {
    const found = sources.flatMap(({ path, text }): [string, number][] =>
      !/^(?:db|usecases)\//.test(path) && insertsIn(text) > 0 ? [[path, insertsIn(text)]] : [],
    )
    const listed = Object.values(STILL).flatMap((files) => Object.entries(files))
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed))
  })

  it('of live paths insert no row at all', () => {
    const live = startingTheApi(sources)
    expect(sources.filter(({ path, text }) => live.has(path) && insertsIn(text) > 0).map(({ path }) => path)).toEqual(
      [],
    )
  })

  it('of live paths change no row past the product, except for a reason', () => {
    const live = startingTheApi(sources)
    const found = sources.flatMap(({ path, text }): [string, number][] => {
      const count = live.has(path) ? (text.match(CHANGES)?.length ?? 0) : 0
      return count > 0 ? [[path, count]] : []
    })
    const listed = Object.values(CHANGED).flatMap((files) => Object.entries(files))
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed))
  })

  it('of live paths call nothing that writes rows, except for a reason', () => {
    const writers = writersIn(sources, Object.keys(BY_COMMAND))
    const live = startingTheApi(sources)
    const found = [...live].flatMap((path): [string, string[]][] => {
      const called = writers.importedBy(path).filter(({ file }) => !live.has(file))
      return called.length > 0 ? [[path, called.map(({ name }) => name).toSorted()]] : []
    })
    const listed = Object.values(PAST_HTTP).flatMap((files) => Object.entries(files))
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed))
  })

  it('may call what a command does', () => {
    const writers = writersIn(sources)
    expect(Object.keys(BY_COMMAND).filter((one) => !writers.leads(...pairOf(one)))).toEqual([])
  })

  it.each([
    ['a statement', `db.query('${'insert'} into topup (id) values (1)')`, 1],
    ['one over several lines', `${'INSERT'}\n  INTO topup`, 1],
    ['a function', `await ${'addInbox'}(db, inbox)`, 1],
    ['a transaction of a route', 'await beginInbox(db, inbox)', 0],
  ])('are searched for %s', (_, text, count) => {
    expect(insertsIn(text)).toBe(count)
  })

  it('are followed through their helpers', () => {
    const files = [
      parseFile('db/a.ts', `const SQL = '${'insert'} into a'; export const add = (db: Db) => db.query(SQL)`),
      parseFile('db/b.ts', `export const read = (db: Db) => db.query('select add')`),
      parseFile('test/help.ts', `import { add as put } from '../db/a.ts'; export const build = () => { put(db) }`),
      parseFile('test/live.ts', `import { build } from './help.ts'; import { read } from '../db/b.ts'; x.add()`),
      parseFile('test/far.ts', `import { startTestService } from './support/service.ts'`),
      parseFile('test/type.ts', `import type { TestService } from './support/service.ts'`),
    ]
    expect(writersIn(files).importedBy('test/live.ts')).toEqual([{ file: 'test/help.ts', name: 'build' }])
    expect([...startingTheApi(files)].filter((path) => !path.startsWith('test/support/'))).toEqual(['test/far.ts'])
  })
})

function pairOf(text: string): [file: string, name: string] {
  const [file = '', name = ''] = text.split(' ')
  return [file, name]
}
