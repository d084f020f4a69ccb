import Type, { type Static } from 'typebox'
import { KEPT_REASONS } from '../../domain/erasures/row-fate.ts'
import { ERASURE_NOTE_LENGTH_MAX } from '../../domain/erasures/request.ts'
import { ERASED_THINGS, ERASURE_STATUSES } from '../../domain/erasures/stages.ts'
import { ERASURE_KINDS } from '../../domain/erasures/subject.ts'
import { SUBJECT_LENGTH_MAX } from '../../domain/identity/text.ts'
import { idPattern } from '../../domain/ids/ids.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { closed, NextCursor, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

const ID = 'era_01j9zq3v6n4k8w2x5y7a9b1c3d'
const Reference = Type.String({
  minLength: 1,
  maxLength: 100,
  description:
    'Your own name for the request, such as a ticket. It stays in the receipt, so it must not name the person.',
  examples: ['ticket-4711'],
})

export const ErasureParams = closed({
  erasure_id: Type.String({ minLength: 1, maxLength: 100, description: 'The id of the erasure.', examples: [ID] }),
})

const person = {
  subject: Type.String({
    minLength: 1,
    maxLength: SUBJECT_LENGTH_MAX,
    description:
      'The person: an email address, a LinkedIn profile, a phone number with country code, or `platform:handle`.',
    examples: ['erin@example.com'],
  }),
  kind: Type.Optional(oneOf(ERASURE_KINDS, { description: 'How to read the subject; detected by default.' })),
}

/** The body of `POST /v1/erasures`. */
export const ErasureRequest = named(
  'ErasureRequest',
  closed({
    ...person,
    keep_suppression: Type.Optional(
      Type.Boolean({
        description:
          'Keeps a suppression of the person, for every identity that they have here, so that they are not contacted again. Only hashes of the identities are kept. `false` deletes it.',
        default: true,
      }),
    ),
    reference: Type.Optional(Reference),
  }),
)

/** The body of `POST /v1/erasures/preview`. */
export const ErasureToPreview = named('ErasureToPreview', closed(person))

const counted = (description: string) => Type.Integer({ minimum: 0, description })

const Kept = Type.Array(
  closed({
    table: Type.String({ examples: ['leads'] }),
    key: Type.String({ examples: ['robin@example.com'] }),
    reason: oneOf(KEPT_REASONS, {
      description:
        '`another_person`: the row has an email, profile or handle of another person. `in_doubt`: two names speak for two people in one row.',
    }),
  }),
  {
    maxItems: 100,
    description:
      'Rows with an identity of the person that stay, the first 100, by their keys of today. What names the person leaves them.',
  },
)

/** What an erasure would find. */
export const ErasurePreview = named(
  'ErasurePreview',
  closed({
    kind: oneOf(ERASURE_KINDS, { description: 'The kind of the subject.' }),
    subject: Type.String({
      description: 'The person as the service reads the subject.',
      examples: ['erin@example.com'],
    }),
    counts: closed({
      rows: counted('Rows that are deleted.'),
      kept_rows: counted('Rows that stay, because they have an identity of another person.'),
      runs: counted('Runs whose payloads are deleted.'),
      touches: counted('Messages to the person.'),
      suppressions: counted('Suppressions of the person.'),
    }),
    rows: Type.Array(
      closed({
        table: Type.String({ examples: ['leads'] }),
        key: Type.String({ examples: ['erin@example.com'] }),
        action: oneOf(['delete', 'keep'], {
          description: '`keep`: the row has an identity of another person. What names the erased one goes.',
        }),
      }),
      { description: 'Rows with an identity of the person, the first 100. `counts` has no others.' },
    ),
    kept: Kept,
  }),
)

/** The body of `POST /v1/erasures/{erasure_id}/approve` and `/reject`. */
export const ErasureDecided = named(
  'ErasureDecided',
  closed({
    note: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: ERASURE_NOTE_LENGTH_MAX,
        description: 'Why. Of a rejection the person sees it.',
        examples: ['We are required to keep the data of our contract.'],
      }),
    ),
  }),
)

const PersonRequested = named(
  'RequestOfPerson',
  closed(
    {
      run_id: Type.String({ description: 'The run whose message has the link that was used.' }),
      subject: nullable(Type.String(), { description: 'The person; null once it was decided.' }),
      due_at: Type.Unsafe<string>({ ...Timestamp, description: 'When the person has to have an answer.' }),
      decided_at: nullable(Timestamp),
      note: nullable(Type.String(), { description: 'The note of the decision.' }),
    },
    { description: 'Only of an erasure that a person requested on their page.' },
  ),
)

/** An erasure, and its receipt as soon as it is finished. It does not name the person. */
export const Erasure = named(
  'Erasure',
  closed({
    erasure_id: Type.String({ pattern: idPattern('era'), examples: [ID] }),
    status: oneOf(ERASURE_STATUSES, {
      description:
        '`requested`: a person requested it on their page, and an owner has to decide. `rejected`: nothing was erased.',
    }),
    environment: oneOf(ENVIRONMENTS),
    kind: oneOf(ERASURE_KINDS, { description: 'The kind of the subject.' }),
    reference: nullable(Reference),
    keep_suppression: Type.Boolean(),
    erased: Type.Object(Object.fromEntries(ERASED_THINGS.map((thing) => [thing, Type.Integer({ minimum: 0 })])), {
      additionalProperties: false,
      description: 'How many things of each kind were erased so far.',
    }),
    kept: Kept,
    created_at: Timestamp,
    finished_at: nullable(Timestamp),
    request: Type.Optional(PersonRequested),
  }),
)
export type Erasure = Static<typeof Erasure>

export const ErasureList = named('ErasureList', closed({ items: Type.Array(Erasure), next_cursor: NextCursor }))
