import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { Problem } from '../errors/problem.ts'

/** Every part that makes a list distinct: the operation, its owner, and its filters. */
export type ListName = readonly (string | number | boolean | object | null)[]

/**
 * The cursors of all lists. A cursor is a position in one list, encrypted and authenticated together with the list's
 * name: a client cannot read, change or forge one, and a cursor of another list or another workspace is refused.
 */
export interface Cursors {
  write(list: ListName, position: string): string
  /** null: the cursor belongs to another list. */
  open(list: ListName, cursor: string): string | null
  /**
   * null: there is no cursor, so the list begins at its start. Throws `invalid_request` at `/cursor` for a cursor of
   * another list.
   */
  read(list: ListName, cursor: string | undefined): string | null
}

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/**
 * Distinguishes a cursor from an id, and keeps it from beginning with a dash, which a command line takes for an option.
 */
const PREFIX = 'cur_'

/** A key serves one purpose: the cipher's key is used for nothing else. */
const ENCRYPTION = 'list cursors: encryption'
const NONCES = 'list cursors: nonces'

interface CursorKeys {
  readonly encryption: readonly Buffer[]
  readonly nonces: readonly Buffer[]
}

/**
 * `keysFor`: keys of 32 bytes for one purpose, derived with the first cursor; the first key writes, and all of them
 * read. The same position in the same list gives the same cursor on every replica: the nonce is a keyed hash of the
 * plaintext, so it never repeats for two places, and a page keeps its ETag.
 */
export function createCursors(keysFor: (purpose: string) => readonly Buffer[]): Cursors {
  let derived: CursorKeys | null = null
  const keys = (): CursorKeys => (derived ??= { encryption: keysFor(ENCRYPTION), nonces: keysFor(NONCES) })
  const open: Cursors['open'] = (list, cursor) => {
    for (const key of keys().encryption) {
      const position = openWith(key, JSON.stringify(list), cursor)
      if (position !== null) return position
    }
    return null
  }
  return {
    open,
    write(list, position) {
      const {
        encryption: [key],
        nonces: [nonceKey],
      } = keys()
      if (key === undefined || nonceKey === undefined) throw new Error('cursors need a key')
      const name = JSON.stringify(list)
      const nonce = createHmac('sha256', nonceKey)
        .update(JSON.stringify([name, position]))
        .digest()
        .subarray(0, NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name))
      return (
        PREFIX +
        Buffer.concat([nonce, cipher.update(position, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
          'base64url',
        )
      )
    },
    read(list, cursor) {
      if (cursor === undefined) return null
      const position = open(list, cursor)
      if (position === null) throw noSuchPage()
      return position
    },
  }
}

/** The refusal of a cursor of another list. */
export const noSuchPage = (): Problem =>
  new Problem(
    'invalid_request',
    'This cursor belongs to another list. Send `next_cursor` unchanged and with the same filters.',
    { param: '/cursor' },
  )

function openWith(key: Buffer, name: string, cursor: string): string | null {
  const bytes = Buffer.from(cursor.slice(PREFIX.length), 'base64url')
  if (!cursor.startsWith(PREFIX) || bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(name))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
