import { formatUsd } from '../../../domain/money/microdollars.ts'
import { listInvoices as list, readInvoice, type StoredInvoice } from '../../../db/money/invoices/read.ts'
import type { Cursors } from '../../route/cursors.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { Invoice, InvoiceId, InvoiceList } from '../../schemas/wallet.ts'
import type { CheckoutDeps } from '../checkout/deps.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 200

/** Decisions, "wallet": an invoice for every payment: top-ups, and periods of a plan. */
export const listInvoices = ({ db, cursors }: Pick<CheckoutDeps, 'db'> & { readonly cursors: Cursors }) =>
  defineRoute({
    operationId: 'listInvoices',
    method: 'GET',
    path: '/v1/wallet/invoices',
    summary: 'List invoices',
    description: 'Newest first. Each payment of a top-up or a plan has one invoice.',
    tags: ['Wallet'],
    spec: '4.11',
    access: 'read',
    paged: {
      cursors,
      limit: { maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
      list: ({ principal: { workspaceId, environment } }) => ['invoices', workspaceId, environment],
    },
    responses: { 200: { description: 'A page of invoices.', schema: InvoiceList } },
    errors: [],
    async handler({ principal: { workspaceId, environment }, page, reply }) {
      const place = page.after()
      const found = await list(db, {
        workspaceId,
        environment,
        before: place === null ? null : Number(place),
        limit: page.readLimit,
      })
      return reply(200, page.of(found, { present, positionOf: ({ number }) => String(number) }))
    },
  })

export const getInvoice = ({ db }: Pick<CheckoutDeps, 'db'>) =>
  defineRoute({
    operationId: 'getInvoice',
    method: 'GET',
    path: '/v1/wallet/invoices/{invoice_id}',
    summary: 'Retrieve an invoice',
    description: 'Returns the invoice with its lines and refunds.',
    tags: ['Wallet'],
    spec: '4.11',
    access: 'read',
    params: closed({ invoice_id: InvoiceId }),
    responses: { 200: { description: 'The invoice.', schema: Invoice } },
    errors: ['not_found'],
    async handler({ params: { invoice_id: id }, principal: { workspaceId, environment }, reply }) {
      const invoice = await readInvoice(db, { id, workspaceId, environment })
      if (invoice === null) throw new Problem('not_found', 'There is no such invoice.', { param: '/invoice_id' })
      return reply(200, present(invoice))
    },
  })

const NUMBER_DIGITS = 6

const present = (invoice: StoredInvoice): Invoice => ({
  id: invoice.id,
  number: `${invoice.environment.toUpperCase()}-${String(invoice.number).padStart(NUMBER_DIGITS, '0')}`,
  status: invoice.refunded === 0n ? 'paid' : invoice.refunded < invoice.amount ? 'partially_refunded' : 'refunded',
  simulated: invoice.simulated,
  currency: 'USD',
  total: formatUsd(invoice.amount),
  refunded: formatUsd(invoice.refunded),
  lines: [
    {
      description: invoice.description,
      quantity: 1,
      amount: formatUsd(invoice.amount),
      topup_id: invoice.kind === 'topup' ? invoice.source : null,
    },
  ],
  period: { start: invoice.periodStart.toISOString(), end: invoice.periodEnd.toISOString() },
  created_at: invoice.createdAt.toISOString(),
})
