import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { openDatabase, type Queries } from './database.ts'
import { isUndefinedTable } from './database-errors.ts'
import { statement } from './statement.ts'

const FOLDER = new URL('migrations/', import.meta.url)

/** The migrations of this code, by the names of their files. */
export const MIGRATION_NAMES: readonly string[] = readdirSync(FOLDER)
  .flatMap((file) => /^(\d{14}_\w+)\.[jt]s$/.exec(file)?.[1] ?? [])
  .toSorted()

/** What the ORM has noted of the migrations that it applied. */
export const READ_APPLIED_MIGRATIONS = statement<Record<string, never>, { name: string }>({
  name: 'read_applied_migrations',
  effect: false,
  text: 'select name::text as name from migration',
})

/** Migrations that this code knows and the database has not applied; a database without any has all of them pending. */
export async function pendingMigrations(queries: Pick<Queries, 'query'>): Promise<string[]> {
  const applied = await queries.query(READ_APPLIED_MIGRATIONS, {}).catch((error: unknown) => {
    if (isUndefinedTable(error)) return []
    throw error
  })
  const names = new Set(applied.map(({ name }) => name))
  return MIGRATION_NAMES.filter((name) => !names.has(name))
}

/**
 * The migrations alone. The ORM works in a thread that ends: in a process that serves it would keep 7 MB of sources and
 * code. Where nothing is pending it is not loaded.
 */
export async function applyMigrations(url: string): Promise<void> {
  const db = await openDatabase({ url, applicationName: 'migrate', poolMax: 1 })
  const pending = await pendingMigrations(db).finally(() => db.close())
  if (pending.length > 0) await applyPending(url, new URL('index.ts', FOLDER))
}

/** Applies what the database lacks of the module's `MIGRATIONS`; one program after the other, if there are several. */
export async function applyPending(url: string, list: URL): Promise<void> {
  const worker = new Worker(new URL('apply.ts', FOLDER), { workerData: { url, list: list.href } })
  // An error of the thread rejects.
  const [code] = await once(worker, 'exit')
  if (code !== 0) throw new Error(`the migrations ended with ${code}`)
}
