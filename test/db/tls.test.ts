import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sharedFolder } from '../../dev/setup/folders.mjs'
import { serverUser } from '../../dev/setup/user.mjs'
import { openDatabase } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { migrate } from '../../ops/schema/migrate.ts'
import { listenForEnds } from '../../db/runs/end-notices.ts'
import { makeAuthority } from '../support/certificates.ts'
import { ownPostgres, type OwnPostgres } from '../support/own-postgres.ts'

/** A server that speaks TLS, with a certificate for the name `localhost` and not for its address. */
let server: OwnPostgres
let folder: string
const file = (name: string): string => join(folder, name)
beforeAll(async () => {
  folder = mkdtempSync(join(sharedFolder('tests'), 'tls-'))
  // mkdtemp's is closed to all others, and the server has another user.
  chmodSync(folder, 0o755)
  const [authority, other] = [makeAuthority('authority'), makeAuthority('another authority')]
  const { cert, key } = authority.issue({ name: 'localhost' })
  mkdirSync(file('server'), { mode: 0o700 })
  const owned = { 'server/cert.pem': cert, 'server/key.pem': key }
  for (const [name, text] of Object.entries({ ...owned, 'ca.pem': authority.cert, 'other.pem': other.cert }))
    writeFileSync(file(name), text, { mode: 0o600 })
  const user = serverUser()
  if (user !== null) for (const name of ['server', ...Object.keys(owned)]) chownSync(file(name), user.uid, user.gid)
  server = await ownPostgres({
    binaries: process.env['POSTGRES_BINARIES'] ?? '',
    database: 'tls',
    settings: {
      fsync: 'off',
      ssl: 'on',
      ssl_cert_file: file('server/cert.pem'),
      ssl_key_file: file('server/key.pem'),
    },
  })
})
afterAll(async () => {
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
})

const urlWith = (host: string, query: string): string => {
  const url = new URL(server.url)
  url.hostname = host
  return `${url.href}?${query}`
}
const verified = () => urlWith('localhost', `sslmode=verify-full&sslrootcert=${file('ca.pem')}`)
const open = (url: string) => openDatabase({ url, applicationName: 'tls', poolMax: 2 })

describe('PostgreSQL over TLS', () => {
  it('is reached by migrations, the pool, statements and the listener', async () => {
    await migrate(verified())
    const listening = Promise.withResolvers<void>()
    const listener = listenForEnds({
      url: verified(),
      onEnded: () => undefined,
      onListening: listening.resolve,
      onLost: listening.reject,
    })
    const db = await open(verified())
    try {
      await listening.promise
      await db.query(statement({ name: 'read_one', effect: false, text: 'select 1' }), {})
      const { rows } = await db.pool.query(
        `select a.application_name as name, bool_and(s.ssl) as ssl
         from pg_stat_ssl s join pg_stat_activity a using (pid)
         where a.datname = current_database() group by 1 order by 1`,
      )
      expect(rows).toEqual([
        { name: 'run end notices', ssl: true },
        { name: 'tls', ssl: true },
      ])
    } finally {
      await listener.stop()
      await db.close()
    }
  })

  it.each([
    [
      'an authority that the settings do not name',
      () => urlWith('localhost', `sslmode=verify-full&sslrootcert=${file('other.pem')}`),
    ],
    ['another name than the host', () => urlWith('127.0.0.1', `sslmode=verify-full&sslrootcert=${file('ca.pem')}`)],
  ])('refuses a certificate of %s', async (_, url) => {
    const db = await open(url())
    try {
      await expect(db.pool.query('select 1')).rejects.toThrow(/certificate|altname/i)
    } finally {
      await db.close()
    }
  })
})
