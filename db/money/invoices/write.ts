import type { Microdollars } from '../../../domain/money/microdollars.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { newId } from '../../ids.ts'
import type { InvoiceKind } from './read.ts'

export interface NewInvoice {
  readonly workspaceId: string
  readonly environment: Environment
  readonly kind: InvoiceKind
  /** The payment; it is invoiced once. */
  readonly source: string
  readonly description: string
  readonly amount: Microdollars
  readonly simulated: boolean
  /** The period that is paid for; null: this moment. */
  readonly period: { readonly start: Date; readonly end: Date } | null
}

/** The counter is locked until the writer commits, so a workspace's numbers have no gaps. */
export const WRITE_INVOICE = statement<
  {
    id: string
    workspaceId: string
    environment: Environment
    kind: string
    source: string
    description: string
    amount: string
    simulated: boolean
    periodStart: Date | null
    periodEnd: Date | null
  },
  { id: string }
>({
  name: 'write_invoice',
  effect: 'within',
  text: `with counted as (
      insert into invoice_counter as c (workspace_id, environment, last)
      select :workspaceId, :environment, 1 where not exists (select from invoice where source = :source)
      on conflict (workspace_id, environment) do update set last = c.last + 1
      returning last
    )
    insert into invoice (id, workspace_id, environment, number, kind, source, description, amount, simulated,
      period_start, period_end)
    select :id, :workspaceId, :environment, last, :kind, :source, :description, :amount::bigint, :simulated,
      coalesce(:periodStart::timestamptz, now()), coalesce(:periodEnd::timestamptz, now()) from counted
    returning id`,
})

/**
 * Writes the invoice of a payment in the transaction that records the payment; null when the invoice exists already.
 */
export async function writeInvoice(tx: Queries, invoice: NewInvoice): Promise<string | null> {
  const { workspaceId, environment, kind, source, description, amount, simulated, period } = invoice
  const [written] = await tx.query(WRITE_INVOICE, {
    id: newId('inv'),
    workspaceId,
    environment,
    kind,
    source,
    description,
    amount: amount.toString(),
    simulated,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
  })
  return written?.id ?? null
}
