import type { Context } from '../context.ts'
import { does, type Fill, withExamples } from '../frame.ts'
import { readJson } from '../input.ts'
import { listed, type ListOptions, withPages } from '../listing.ts'
import { memberLines } from '../output/members.ts'
import { readable } from '../output/readable.ts'
import { styledState } from '../output/style.ts'
import { safeLine } from '../output/text.ts'
import { at, textAt, timeAt } from '../output/value.ts'

/** Spec 4.13; decisions, "wallet". */
export const wallet: Fill = (command, frame) => {
  withExamples(
    does(command, frame, async (context) => {
      await context.show(
        await context.request('GET /v1/wallet'),
        (body) =>
          `${memberLines(
            [
              ['available', `${textAt(body, 'available')} ${textAt(body, 'currency')}`],
              ['held', textAt(body, 'held')],
              ['balance', textAt(body, 'balance')],
              ['owed', textAt(body, 'receivable')],
              ['environment', textAt(body, 'environment')],
              [
                'auto top-up',
                at(body, 'auto_topup', 'enabled') === true
                  ? `${textAt(body, 'auto_topup', 'amount')} below ${textAt(body, 'auto_topup', 'threshold')}`
                  : 'off',
              ],
            ],
            context.style,
          ).join('\n')}\n`,
      )
    }),
    ['svc wallet', 'svc wallet --live'],
  )
  addTransactions(command.command('transactions').description('list all transactions, newest first'), frame)
  addTopUp(command.command('top-up').description('open a checkout'), frame)
  addInvoices(command.command('invoices').description('list invoices of top-ups and plans'), frame)
  addAutoTopUp(command.command('auto-top-up').description('read or change automatic top-ups'), frame)
}

const addTransactions: Fill = (command, frame) => {
  withPages(command.option('--holds', 'include holds and releases'), { max: 200, by: 50 })
  withExamples(
    does<ListOptions & { readonly holds?: true }>(command, frame, async (context, options) => {
      await listed(context, {
        operation: 'GET /v1/wallet/transactions',
        query: { include: options.holds === true ? 'holds' : undefined },
        options,
        max: 200,
        view: (items) =>
          context.table(
            [
              { title: 'CREATED', whole: true },
              { title: 'KIND' },
              { title: 'USD', right: true, whole: true },
              { title: 'BALANCE', right: true, whole: true },
              { title: 'FOR', whole: true },
            ],
            items.map((item) => [
              timeAt(item, 'created_at'),
              textAt(item, 'kind'),
              textAt(item, 'amount'),
              textAt(item, 'balance_after'),
              textAt(item, 'run_id') || textAt(item, 'topup_id'),
            ]),
          ),
      })
    }),
    ['svc wallet transactions --limit 10', 'svc wallet transactions --all --json'],
  )
}

const addTopUp: Fill = (command, frame) => {
  command.argument('<amount>', 'amount in USD, from 5.00')
  withExamples(
    does(command, frame, async (context, _, [amount = '']) => {
      const answer = await context.request('POST /v1/wallet/topups/checkout', { body: { amount } })
      await context.show(answer, (body) => `${safeLine(textAt(body, 'checkout_url'))}\n`)
      if (!context.json) await context.note('Open it in a browser and pay. The wallet is credited seconds later.')
    }),
    ['svc wallet top-up 20.00'],
  )
}

const addInvoices: Fill = (command, frame) => {
  withPages(command, { max: 200, by: 50 })
  withExamples(
    does<ListOptions>(command, frame, async (context, options) => {
      await listed(context, {
        operation: 'GET /v1/wallet/invoices',
        query: {},
        options,
        max: 200,
        view: (items) =>
          context.table(
            [
              { title: 'NUMBER', whole: true },
              { title: 'STATUS', styled: styledState },
              { title: 'USD', right: true, whole: true },
              { title: 'CREATED', whole: true },
              { title: 'INVOICE', whole: true },
            ],
            items.map((item) => [
              textAt(item, 'number'),
              textAt(item, 'status'),
              textAt(item, 'total'),
              timeAt(item, 'created_at'),
              textAt(item, 'id'),
            ]),
          ),
      })
    }),
    ['svc wallet invoices'],
  )
}

const addAutoTopUp: Fill = (command, frame) => {
  command.argument('[json]', 'new settings: JSON, @file, or - for standard input; omit it to read the settings')
  withExamples(
    does(command, frame, async (context, _, [given]) => {
      const answer =
        given === undefined
          ? await context.request('GET /v1/wallet/auto-topup')
          : await context.request('POST /v1/wallet/auto-topup', {
              body: await readJson(context.machine, given, 'What to set'),
            })
      await context.show(answer, (body) => autoTopUp(body, context))
    }),
    ['svc wallet auto-top-up', 'svc wallet auto-top-up \'{"enabled":false}\''],
  )
}

const autoTopUp = (body: unknown, { style }: Context): string => readable(body, { style })
