import type { Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export const INVOICE_KINDS = ['topup', 'plan'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

/** A payment, for the payer's books. */
export interface StoredInvoice {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly number: number
  readonly kind: InvoiceKind
  /** The payment: a top-up's id, or a plan's payment at Stripe. */
  readonly source: string
  readonly description: string
  /** Microdollars, as is `refunded`. */
  readonly amount: bigint
  readonly refunded: bigint
  readonly simulated: boolean
  readonly periodStart: Date
  readonly periodEnd: Date
  readonly createdAt: Date
}

const COLUMNS = `id, workspace_id as "workspaceId", environment, number, kind, source, description, amount, refunded,
    simulated, period_start as "periodStart", period_end as "periodEnd", created_at as "createdAt"`

export interface InvoiceFilter {
  readonly workspaceId: string
  readonly environment: Environment
  /** Only invoices with a lower number; null: from the newest on. */
  readonly before: number | null
  readonly limit: number
}

export const LIST_INVOICES = statement<
  { workspaceId: string; environment: string; before: number | null; limit: number },
  StoredInvoice
>({
  name: 'list_invoices',
  effect: false,
  text: `select ${COLUMNS} from invoice where workspace_id = :workspaceId and environment = :environment
      and number < coalesce(:before::integer, 2147483647)
    order by number desc limit :limit`,
})

/** Invoices of one environment, newest first. */
export const listInvoices = (
  db: Queries,
  { workspaceId, environment, before, limit }: InvoiceFilter,
): Promise<StoredInvoice[]> => db.query(LIST_INVOICES, { workspaceId, environment, before, limit })

export interface InvoiceRef {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
}

export const READ_INVOICE = statement<Pick<InvoiceRef, keyof InvoiceRef>, StoredInvoice>({
  name: 'read_invoice',
  effect: false,
  text: `select ${COLUMNS} from invoice where id = :id and workspace_id = :workspaceId and environment = :environment`,
})

/** null: this workspace has no such invoice in this environment. */
export async function readInvoice(
  db: Queries,
  { id, workspaceId, environment }: InvoiceRef,
): Promise<StoredInvoice | null> {
  const [invoice] = await db.query(READ_INVOICE, { id, workspaceId, environment })
  return invoice ?? null
}
