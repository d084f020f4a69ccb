import { statement } from '../../../db/statement.ts'
import type { Difference, Fits, Null, SentJson, StoredJson } from './fits.ts'

/** What the comparison refuses: `npm run check` fails where one of these lines is no error any more. */
export const SAMPLE = statement<
  { id: string; limit: number; data: string; name: string | null },
  { id: string; status: 'open' | 'done'; count: bigint; at: Date | null; json: { readonly a: number } }
>({ name: 'sample', effect: false, text: 'select :id, :limit, :data, :name' })

type Taken = { id: string; limit: number; data: SentJson; name: string }
type Returned = { id: string; status: string; count: bigint; at: Date | null; json: StoredJson }
type Compared<Values extends object, Row extends object> = Difference<typeof SAMPLE, Values, Row>

export type Same = Fits<Compared<Taken, Returned & { more: string }>>

export type Different = [
  // @ts-expect-error The column is not returned.
  Fits<Compared<Taken, Omit<Returned, 'at'>>>,
  // @ts-expect-error The driver reads text.
  Fits<Compared<Taken, Omit<Returned, 'count'> & { count: string }>>,
  // @ts-expect-error A number is not what the driver reads from a bigint.
  Fits<Compared<Taken, Omit<Returned, 'count'> & { count: number }>>,
  // @ts-expect-error The column may be null.
  Fits<Compared<Taken, Omit<Returned, 'id'> & { id: string | null }>>,
  // @ts-expect-error The column is null where the value is.
  Fits<Compared<Taken, Omit<Returned, 'id'> & { id: string | Null<typeof SAMPLE, 'name'> }>>,
  // @ts-expect-error The column is never null.
  Fits<Compared<Taken, Omit<Returned, 'at'> & { at: Date }>>,
  // @ts-expect-error The column of JSON may be null.
  Fits<Compared<Taken, Omit<Returned, 'json'> & { json: StoredJson | null }>>,
  // @ts-expect-error The statement takes no such value.
  Fits<Compared<Omit<Taken, 'limit'>, Returned>>,
  // @ts-expect-error The statement takes another value.
  Fits<Compared<Taken & { more: string }, Returned>>,
  // @ts-expect-error The driver would send a number.
  Fits<Compared<Omit<Taken, 'limit'> & { limit: boolean }, Returned>>,
  // @ts-expect-error The driver would send an array of PostgreSQL's as JSON.
  Fits<Difference<import('../../../db/statement.ts').Statement<{ data: string[] }>, { data: SentJson }, object>>,
]
