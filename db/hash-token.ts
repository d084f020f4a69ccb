import { createHash } from 'node:crypto'

/**
 * The hash that is stored of an API key, a session token, or a code or token of a connected app: SHA-256. These are
 * random enough that a plain hash cannot be reversed, and a unique index finds equal hashes.
 */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
