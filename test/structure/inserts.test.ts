import { describe, expect, it } from '@jest/globals'
import { readSources } from './sources.ts'

/** A statement that writes rows past the product, or a function that only commands and tests of it use. */
const INSERTS = /\binsert\s+into\s|\b(?:addInbox|addMessagingAccount|creditWallet)\(/gi

/**
 * A test does what a customer or an operator can do: it makes rows by HTTP, by a command, or by the transaction of a
 * route. These files still insert rows, by their reason and with their number. A number only falls: a new insert
 * fails; lower the number, or remove the line, when you have replaced some.
 */
const STILL: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'a plan, a limit or a purge needs more rows, or older rows, than requests make in a second': {
    'test/activities/runs/resolve-sender.test.ts': 1,
    'test/api/http/api-keys/api-keys.test.ts': 2,
    'test/api/http/feedback/feedback.test.ts': 1,
    'test/api/http/inboxes/inboxes.test.ts': 1,
    'test/api/http/plan/plan.test.ts': 1,
    'test/api/http/rows/write.test.ts': 1,
    'test/api/http/watches/create.test.ts': 1,
    'test/db/events/plans.test.ts': 2,
    'test/db/events/purge.test.ts': 3,
    'test/db/health/calls.ts': 2,
    'test/db/health/fold.test.ts': 1,
    'test/db/history/read.test.ts': 2,
    'test/db/inbound/plans.test.ts': 4,
    'test/db/oauth/artifacts.test.ts': 1,
    'test/db/outbound/long-lists.test.ts': 1,
    'test/db/pricing/negotiate.test.ts': 1,
    'test/db/purge-plans.test.ts': 11,
    'test/db/rows/query-plans.test.ts': 1,
    'test/db/rows/sample-rows.ts': 2,
    'test/db/rows/table-detail.test.ts': 1,
    'test/db/rows/wide-rows.test.ts': 1,
    'test/db/webhooks/disable.test.ts': 1,
    'test/worker/gauges.test.ts': 1,
    'test/worker/watch-reconciler.test.ts': 1,
  },
  'a constraint, a trigger or the proof of the ledger has to find what no request writes': {
    'test/db/ledger-proof/prove.test.ts': 2,
    'test/db/wallets/immutability.test.ts': 3,
    'test/db/wallets/planted-drift.test.ts': 5,
    'test/long/runbook/promises/operating.ts': 2,
    'test/workflows/top-up-wallet.test.ts': 1,
  },
  'one statement is tested on the rows of another, without its provider and without money': {
    'test/activities/watches/store-refresh.test.ts': 1,
    'test/api/http/wallet/reversals.test.ts': 1,
    'test/db/outbound/build.ts': 4,
    'test/db/referrals/referrals.test.ts': 2,
    'test/db/rows/also-in.test.ts': 1,
    'test/db/rows/write.test.ts': 2,
  },
  'the function itself is tested': {
    'test/db/inboxes/queries.test.ts': 10,
    'test/db/messaging-accounts/queries.test.ts': 10,
    'test/db/wallets/ledger-commands.ts': 1,
    'test/db/wallets/ledger.parallel.test.ts': 1,
  },
  'a database is given back what the migrations wrote': { 'test/support/clean-database.ts': 1 },
  'the words are only shown': {
    'test/api/responses.test.ts': 1,
  },
}

const insertsIn = (text: string): number => text.match(INSERTS)?.length ?? 0

describe('tests', () => {
  it('insert no row that the product writes, except for a reason', () => {
    const found = readSources().flatMap(({ path, text }): [string, number][] =>
      path.startsWith('test/') && insertsIn(text) > 0 ? [[path, insertsIn(text)]] : [],
    )
    const listed = Object.values(STILL).flatMap((files) => Object.entries(files))
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed))
  })

  it.each([
    ['a statement', `db.query('${'insert'} into topup (id) values (1)')`, 1],
    ['one over several lines', `${'INSERT'}\n  INTO topup`, 1],
    ['a function', `await ${'addInbox'}(db, inbox)`, 1],
    ['a transaction of a route', 'await beginInbox(db, inbox)', 0],
  ])('are searched for %s', (_, text, count) => {
    expect(insertsIn(text)).toBe(count)
  })
})
