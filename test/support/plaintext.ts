import type { Database } from '../../db/database.ts'

/** The tables in which a text occurs, in any column, as itself or as bytes; canary tests expect none. */
export async function tablesThatHold(db: Database, text: string): Promise<string[]> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  // Rows as text print bytes in hexadecimal.
  const forms = [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64').replace(/=+$/, '')]
  const holds = forms.map((_, index) => `position($${index + 1} in t::text) > 0`).join(' or ')
  const found: string[] = []
  for (const { name } of tables) {
    const {
      rows: [row],
    } = await db.pool.query<{ held: boolean }>(`select exists (select from ${name} t where ${holds}) as held`, forms)
    if (row?.held === true) found.push(name)
  }
  return found
}
