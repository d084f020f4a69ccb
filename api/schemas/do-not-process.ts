import Type, { type Static } from 'typebox'
import {
  LIST_ENTRIES_MAX,
  LIST_HASHES,
  LIST_KINDS,
  LIST_NAME_LENGTH_MAX,
  PARTS_MAX,
  REFUSED_ENTRIES_LISTED_MAX,
} from '../../domain/do-not-process/lists.ts'
import { RECEIPT_STATUSES, SWEPT_THINGS } from '../../domain/do-not-process/sweep.ts'
import { idPattern } from '../../domain/ids/ids.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { closed, NextCursor, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

const ID = 'dnp_01j9zq3v6n4k8w2x5y7a9b1c3d'

export const DoNotProcessParams = closed({
  list_id: Type.String({ minLength: 1, maxLength: 100, description: 'The id of the list.', examples: [ID] }),
})

const kind = oneOf(LIST_KINDS, {
  description:
    'What the entries are. A `domain` covers itself, its subdomains and every address there. `name_zip` is `first|last|zip`, in lower case without accents.',
})
const hash = oneOf(LIST_HASHES, {
  description: '`sha256`: an entry is the SHA-256, in hex, of the normal form of a plain one.',
  default: 'none',
})
const name = Type.String({
  minLength: 1,
  maxLength: LIST_NAME_LENGTH_MAX,
  description: 'Your name for the list. It must not name a person.',
  examples: ['Objections 2026'],
})

/** The body of `POST /v1/do-not-process`. */
export const DoNotProcessRequest = named('DoNotProcessRequest', closed({ name, kind, hash: Type.Optional(hash) }))

const entries = (description: string) => Type.Integer({ minimum: 0, maximum: LIST_ENTRIES_MAX, description })

/** A list of people or companies that are not processed. */
export const DoNotProcessList = named(
  'DoNotProcessList',
  closed({
    list_id: Type.String({ pattern: idPattern('dnp'), examples: [ID] }),
    name,
    kind,
    hash,
    environment: oneOf(ENVIRONMENTS),
    version: Type.Integer({
      minimum: 0,
      description: 'Counts the uploads that were complete. 0: none was, and the list covers no one.',
    }),
    entries: entries('Entries of the upload that applies.'),
    switched_at: nullable(Timestamp, { description: 'Since when this upload applies.' }),
    upload: nullable(
      closed({
        parts: Type.Integer({ minimum: 1, description: 'Parts that have come.' }),
        entries: entries('Their entries.'),
      }),
      { description: 'An upload that is not complete. It is deleted if it does not continue for a day.' },
    ),
    created_at: Timestamp,
  }),
)
export type DoNotProcessList = Static<typeof DoNotProcessList>

export const DoNotProcessLists = named(
  'DoNotProcessLists',
  closed({ items: Type.Array(DoNotProcessList), next_cursor: NextCursor }),
)

export const PartQuery = closed({
  part: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PARTS_MAX,
      description: 'The number of the part. Left out: the body is the complete list.',
      examples: [1],
    }),
  ),
  last: Type.Optional(
    Type.Boolean({
      description: 'The list switches to all parts of this upload. By default true without `part`, else false.',
      examples: [true],
    }),
  ),
})

/** A part of an upload, as it was read. */
export const DoNotProcessPart = named(
  'DoNotProcessPart',
  closed({
    list: DoNotProcessList,
    part: Type.Integer({ minimum: 1, maximum: PARTS_MAX }),
    entries: entries('Entries of this part, each once.'),
    refused: closed(
      {
        entries: Type.Integer({ minimum: 0 }),
        lines: Type.Array(
          closed({
            line: Type.Integer({ minimum: 1, description: 'The line of the body; of JSON the place in the list.' }),
            reason: Type.String(),
          }),
          { maxItems: REFUSED_ENTRIES_LISTED_MAX, description: `The first ${REFUSED_ENTRIES_LISTED_MAX}.` },
        ),
      },
      { description: 'Entries that could not be read. The others were stored.' },
    ),
  }),
)
export type DoNotProcessPart = Static<typeof DoNotProcessPart>

const RECEIPT_ID = 'dnpr_01j9zq3v6n4k8w2x5y7a9b1c3d'

/** What one version of a list has removed. */
const DoNotProcessReceipt = named(
  'DoNotProcessReceipt',
  closed({
    receipt_id: Type.String({ pattern: idPattern('dnpr'), examples: [RECEIPT_ID] }),
    list_id: Type.String({ pattern: idPattern('dnp'), examples: [ID] }),
    version: Type.Integer({ minimum: 1 }),
    entries: entries('Entries of this version.'),
    status: oneOf(RECEIPT_STATUSES, {
      description: '`superseded`: a later version, or the deletion of the list, ended it before it was finished.',
    }),
    removed: Type.Object(Object.fromEntries(SWEPT_THINGS.map((thing) => [thing, Type.Integer({ minimum: 0 })])), {
      additionalProperties: false,
      description: 'How many things of each kind were removed so far; of runs their payloads and history.',
    }),
    created_at: Timestamp,
    finished_at: nullable(Timestamp),
  }),
)
export type DoNotProcessReceipt = Static<typeof DoNotProcessReceipt>

export const DoNotProcessReceipts = named(
  'DoNotProcessReceipts',
  closed({ items: Type.Array(DoNotProcessReceipt), next_cursor: NextCursor }),
)
