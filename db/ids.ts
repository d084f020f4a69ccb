import { randomBytes } from 'node:crypto'
import { encodeId, ID_RANDOM_BYTES, type IdPrefix } from '../domain/ids/ids.ts'

/** A new id with this prefix; ids sort by time. */
export const newId = (prefix: IdPrefix): string => encodeId(prefix, Date.now(), randomBytes(ID_RANDOM_BYTES))
