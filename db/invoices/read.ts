import type { Environment } from '../../domain/runs/states.ts'
import type { Database } from '../database.ts'
import { Invoice } from './entity.ts'

export type StoredInvoice = Readonly<Invoice>

export interface InvoiceFilter {
  readonly workspaceId: string
  readonly environment: Environment
  /** Only invoices with a lower number; null: from the newest on. */
  readonly before: number | null
  readonly limit: number
}

/** Invoices of one environment, newest first. */
export const listInvoices = (
  db: Database,
  { workspaceId, environment, before, limit }: InvoiceFilter,
): Promise<StoredInvoice[]> =>
  db.entities({ name: 'list_invoices', effect: false }, (em) =>
    em.find(
      Invoice,
      { workspaceId, environment, ...(before !== null && { number: { $lt: before } }) },
      { orderBy: { number: 'desc' }, limit },
    ),
  )

export interface InvoiceRef {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
}

/** null: this workspace has no such invoice in this environment. */
export const readInvoice = (
  db: Database,
  { id, workspaceId, environment }: InvoiceRef,
): Promise<StoredInvoice | null> =>
  db.entities({ name: 'read_invoice', effect: false }, (em) => em.findOne(Invoice, { id, workspaceId, environment }))
