import { Argument, Option } from 'commander'
import { readJson } from '../input.ts'
import { nounWith, operation, single } from '../operation-command.ts'
import { factsOf, itemsOf, time } from '../output/items.ts'
import { readable } from '../output/readable.ts'
import { styledState } from '../output/style.ts'
import { safeLine } from '../output/text.ts'
import { at, textAt } from '../output/value.ts'

const PAGES = { max: 200, by: 50 }

const balance = single({
  operation: 'GET /v1/wallet',
  view: factsOf([
    ['available', (wallet) => `${textAt(wallet, 'available')} ${textAt(wallet, 'currency')}`],
    ['held', 'held'],
    ['balance', 'balance'],
    ['owed', 'receivable'],
    ['environment', 'environment'],
    ['auto top-up', autoTopUpOf],
  ]),
  examples: ['svc wallet', 'svc wallet --live'],
})

function autoTopUpOf(wallet: unknown): string {
  return at(wallet, 'auto_topup', 'enabled') === true
    ? `${textAt(wallet, 'auto_topup', 'amount')} below ${textAt(wallet, 'auto_topup', 'threshold')}`
    : 'off'
}

const transactions = operation<{ readonly holds?: true }>({
  name: 'transactions',
  summary: 'list all transactions, newest first',
  operation: 'GET /v1/wallet/transactions',
  options: [new Option('--holds', 'include holds and releases')],
  pages: PAGES,
  sends: ({ options: { holds } }) => ({ query: { include: holds === true ? 'holds' : undefined } }),
  view: itemsOf([
    { title: 'CREATED', fixed: true, of: time('created_at') },
    { title: 'KIND', of: 'kind' },
    { title: 'USD', right: true, fixed: true, of: 'amount' },
    { title: 'BALANCE', right: true, fixed: true, of: 'balance_after' },
    { title: 'FOR', fixed: true, of: (item) => textAt(item, 'run_id') || textAt(item, 'topup_id') },
  ]),
  examples: ['svc wallet transactions --limit 10', 'svc wallet transactions --all --json'],
})

const topUp = operation({
  name: 'top-up',
  summary: 'open a checkout',
  operation: 'POST /v1/wallet/topups/checkout',
  words: [new Argument('<amount>', 'amount in USD, from 5.00')],
  sends: ({ words: [amount] }) => ({ body: { amount } }),
  view: (body) => `${safeLine(textAt(body, 'checkout_url'))}\n`,
  note: () => 'Open it in a browser and pay. The wallet is credited seconds later.',
  examples: ['svc wallet top-up 20.00'],
})

const invoices = operation({
  name: 'invoices',
  summary: 'list invoices of top-ups and plans',
  operation: 'GET /v1/wallet/invoices',
  pages: PAGES,
  view: itemsOf([
    { title: 'NUMBER', fixed: true, of: 'number' },
    { title: 'STATUS', styled: styledState, of: 'status' },
    { title: 'USD', right: true, fixed: true, of: 'total' },
    { title: 'CREATED', fixed: true, of: time('created_at') },
    { title: 'INVOICE', fixed: true, of: 'id' },
  ]),
  examples: ['svc wallet invoices'],
})

const autoTopUp = operation({
  name: 'auto-top-up',
  summary: 'read or change automatic top-ups',
  operation: ([given]) => (given === undefined ? 'GET /v1/wallet/auto-topup' : 'POST /v1/wallet/auto-topup'),
  words: [new Argument('[json]', 'new settings: JSON, @file, or - for standard input; omit it to read the settings')],
  sends: async ({ words: [given], context }) =>
    given === undefined ? {} : { body: await readJson(context.machine, given, 'What to set') },
  view: (body, { style }) => readable(body, { style }),
  examples: ['svc wallet auto-top-up', 'svc wallet auto-top-up \'{"enabled":false}\''],
})

/** Spec 4.13; decisions, "wallet". */
export const wallet = nounWith(balance, transactions, topUp, invoices, autoTopUp)
