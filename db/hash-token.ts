import { createHash } from 'node:crypto'

/**
 * What is kept of an API key, a session's token, or a code or token of a connected app: SHA-256. They are random enough that a plain hash
 * cannot be reversed, and equal hashes meet in a unique index.
 */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
