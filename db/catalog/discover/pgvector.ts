import pg from 'pg'

/**
 * Lets PostgreSQL itself compare vectors where it has pgvector: the extension is created where this role may, and the
 * vectors get a column of its type, which PostgreSQL fills by itself. A repeated call changes nothing; one after
 * pgvector was installed does it then.
 */
export async function useVectorExtension(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Several programs may migrate at once.
    await client.query(`select pg_advisory_lock(hashtextextended('use pgvector', 0))`)
    await client.query(CREATE_EXTENSION)
    await client.query(ADD_COLUMN)
  } finally {
    await client.end()
  }
}

/** Whatever forbids that, a role or a list of extensions, is no reason to stop: until then memory compares them. */
const CREATE_EXTENSION = `do $$ begin
  if exists (select from pg_available_extensions where name = 'vector' and installed_version is null) then
    create extension vector;
  end if;
exception when others then raise warning 'pgvector is not used: %', sqlerrm;
end $$`

/** `main`: kept in the row, where it fits, because every search reads all of them. */
const ADD_COLUMN = `do $$ begin
  if to_regtype('vector') is null or exists (
    select from pg_attribute where attrelid = 'discover_vector'::regclass and attname = 'compared' and not attisdropped
  ) then return; end if;
  alter table discover_vector add column compared vector generated always as (vector::vector) stored;
  alter table discover_vector alter column compared set storage main;
end $$`
