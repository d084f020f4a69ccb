import type { UnitVector } from '../../../domain/discover/embedding-answer.ts'
import type { Queries } from '../../database.ts'
import { type NoValues, statement } from '../../statement.ts'

/** The vector of a text, by the text's digest. `vector` is null where it was not requested. */
export interface StoredVector {
  readonly id: number
  readonly digest: string
  readonly vector: UnitVector | null
}

/**
 * How long a process has for a batch. Other processes wait as long for one that dies meanwhile. It is longer than a
 * request to the service may take.
 */
const CLAIM_SECONDS = 60
/** Vectors of texts that no start has needed for so long are removed. */
const UNUSED_DAYS_MAX = 90

/** In the order in which texts are claimed, so that two processes never wait for each other in a circle. */
const LOCKED = 'select digest from discover_vector where digest = any(:digests::text[]) order by digest for update'

export const READ_VECTORS = statement<
  { digests: readonly string[]; dimensions: number; withVectors: boolean },
  { id: number; digest: string; sent: Buffer | null }
>({
  name: 'read_discover_vectors',
  effect: false,
  // As bytes: to read numbers that are written as text takes ten times as long.
  text: `select id, digest, case when :withVectors then array_send(vector) end as sent
    from discover_vector where digest = any(:digests) and cardinality(vector) = :dimensions::integer`,
})

/**
 * Of some texts, those that no process has a vector of this length of or is having one made: they are this process's
 * for a while. A vector of another length is one of an earlier model behind the same name.
 */
export const CLAIM_VECTORS = statement<
  { digests: readonly string[]; dimensions: number; seconds: number },
  { digest: string }
>({
  name: 'claim_discover_vectors',
  effect: true,
  // In one order everywhere, so that processes which claim the same texts do not wait for each other in a circle.
  text: `insert into discover_vector (digest, claimed_until)
    select digest, now() + :seconds::integer * interval '1 second'
    from unnest(:digests::text[]) as wanted(digest) order by digest
    on conflict (digest) do update set claimed_until = excluded.claimed_until
      where cardinality(discover_vector.vector) is distinct from :dimensions::integer
        and discover_vector.claimed_until < now()
    returning digest`,
})

export const STORE_VECTORS = statement<
  { digests: readonly string[]; vectors: readonly string[] },
  { id: number; digest: string }
>({
  name: 'store_discover_vectors',
  effect: true,
  text: `with locked as materialized (
      ${LOCKED}
    )
    update discover_vector set vector = made.vector::real[], claimed_until = now()
    from locked join unnest(:digests::text[], :vectors::text[]) as made(digest, vector) using (digest)
    where discover_vector.digest = made.digest returning id, discover_vector.digest`,
})

export const GIVE_BACK_VECTORS = statement<{ digests: readonly string[] }>({
  name: 'give_back_discover_vectors',
  effect: true,
  text: `with locked as materialized (
      ${LOCKED}
    )
    update discover_vector set claimed_until = now() from locked where discover_vector.digest = locked.digest`,
})

export const KEEP_USED_VECTORS = statement<{ digests: readonly string[]; unusedDaysMax: number }>({
  name: 'keep_used_discover_vectors',
  effect: true,
  text: `with used as (
      update discover_vector set used_on = current_date where digest = any(:digests) and used_on < current_date
    )
    delete from discover_vector where used_on < current_date - :unusedDaysMax::integer and digest <> all(:digests)`,
})

/** Whether this database compares vectors itself (db/catalog/discover/pgvector.ts). */
export const COMPARES_VECTORS = statement<NoValues, { compares: boolean }>({
  name: 'compares_discover_vectors',
  effect: false,
  text: `select exists (select from pg_attribute
    where attrelid = 'discover_vector'::regclass and attname = 'compared' and not attisdropped) as compares`,
})

/**
 * Every vector is compared: an index would find some of the nearest, and is no faster for a few thousand. One that
 * another process has made again with another length is left out: PostgreSQL refuses to compare it.
 */
export const NEAREST_VECTORS = statement<
  { ids: readonly number[]; vector: string; dimensions: number; limit: number },
  { id: number; cosine: number }
>({
  name: 'nearest_discover_vectors',
  effect: false,
  text: `select id, (1 - (compared <=> :vector::vector))::double precision as cosine from discover_vector
    where id = any(:ids::integer[]) and vector_dims(compared) = :dimensions::integer
    order by compared <=> :vector::vector, id limit :limit::integer`,
})

/** Of some texts, the stored vectors of a length. */
export async function readVectors(
  db: Queries,
  digests: readonly string[],
  how: { readonly dimensions: number; readonly withVectors: boolean },
): Promise<StoredVector[]> {
  const rows = await db.query(READ_VECTORS, { digests, ...how })
  return rows.map(({ id, digest, sent }) => ({ id, digest, vector: sent === null ? null : vectorIn(sent) }))
}

export async function claimVectors(db: Queries, digests: readonly string[], dimensions: number): Promise<Set<string>> {
  const rows = await db.query(CLAIM_VECTORS, { digests, dimensions, seconds: CLAIM_SECONDS })
  return new Set(rows.map(({ digest }) => digest))
}

export async function storeVectors(
  db: Queries,
  made: ReadonlyMap<string, UnitVector>,
): Promise<{ readonly id: number; readonly digest: string }[]> {
  return db.query(STORE_VECTORS, {
    digests: [...made.keys()],
    vectors: [...made.values()].map((vector) => `{${vector.join(',')}}`),
  })
}

export async function giveBackVectors(db: Queries, digests: readonly string[]): Promise<void> {
  await db.query(GIVE_BACK_VECTORS, { digests })
}

export async function keepUsedVectors(db: Queries, digests: readonly string[]): Promise<void> {
  await db.query(KEEP_USED_VECTORS, { digests, unusedDaysMax: UNUSED_DAYS_MAX })
}

export async function comparesVectors(db: Queries): Promise<boolean> {
  const [row] = await db.query(COMPARES_VECTORS, {})
  return row?.compares === true
}

/** The nearest of some vectors, nearest first. */
export async function nearestVectors(
  db: Queries,
  of: { readonly ids: readonly number[]; readonly vector: UnitVector; readonly limit: number },
): Promise<{ readonly id: number; readonly cosine: number }[]> {
  return db.query(NEAREST_VECTORS, { ...of, vector: `[${of.vector.join(',')}]`, dimensions: of.vector.length })
}

/** PostgreSQL's form of an array of one dimension: five numbers of 4 bytes, and before each element its length. */
const HEAD_BYTES = 20
const ELEMENT_BYTES = 8

function vectorIn(sent: Buffer): UnitVector {
  const vector = new Float32Array((sent.length - HEAD_BYTES) / ELEMENT_BYTES)
  for (let index = 0; index < vector.length; index += 1)
    vector[index] = sent.readFloatBE(HEAD_BYTES + index * ELEMENT_BYTES + 4)
  return vector
}
