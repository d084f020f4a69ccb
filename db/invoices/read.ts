import type { Environment } from '../../domain/runs/states.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import type { Invoice } from './entity.ts'

export type StoredInvoice = Pick<
  Invoice,
  | 'id'
  | 'environment'
  | 'number'
  | 'kind'
  | 'source'
  | 'description'
  | 'amount'
  | 'refunded'
  | 'simulated'
  | 'periodStart'
  | 'periodEnd'
  | 'createdAt'
>

const COLUMNS = `id, environment, number, kind, source, description, amount, refunded, simulated,
  period_start as "periodStart", period_end as "periodEnd", created_at as "createdAt"`

const LIST_INVOICES = statement<
  { workspaceId: string; environment: Environment; before: number; limit: number },
  StoredInvoice
>({
  name: 'list_invoices',
  effect: false,
  text: `select ${COLUMNS} from invoice where workspace_id = :workspaceId and environment = :environment
    and number < :before order by number desc limit :limit`,
})

export interface InvoiceFilter {
  readonly workspaceId: string
  readonly environment: Environment
  /** Only invoices with a lower number; null: from the newest on. */
  readonly before: number | null
  readonly limit: number
}

const NEWEST = 2_147_483_647

/** Invoices of one environment, newest first. */
export const listInvoices = (
  db: Queries,
  { workspaceId, environment, before, limit }: InvoiceFilter,
): Promise<StoredInvoice[]> => db.query(LIST_INVOICES, { workspaceId, environment, before: before ?? NEWEST, limit })

const READ_INVOICE = statement<{ id: string; workspaceId: string; environment: Environment }, StoredInvoice>({
  name: 'read_invoice',
  effect: false,
  text: `select ${COLUMNS} from invoice where id = :id and workspace_id = :workspaceId and environment = :environment`,
})

/** null: this workspace has no such invoice in this environment. */
export async function readInvoice(
  db: Queries,
  {
    id,
    workspaceId,
    environment,
  }: { readonly id: string; readonly workspaceId: string; readonly environment: Environment },
): Promise<StoredInvoice | null> {
  const [row] = await db.query(READ_INVOICE, { id, workspaceId, environment })
  return row ?? null
}
