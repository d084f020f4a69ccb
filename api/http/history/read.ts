import Type from 'typebox'
import { askedSubject } from '../../../domain/history/ask.ts'
import { SUBJECT_LENGTH_MAX } from '../../../domain/identity/read.ts'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import type { Database } from '../../../db/database.ts'
import { readItems, readSums } from '../../../db/history/read.ts'
import { readReusable } from '../../../db/history/reusable.ts'
import { readTouches } from '../../../db/history/touches.ts'
import { defineRoute } from '../../route.ts'
import { closed } from '../../schemas/common.ts'
import { History, SubjectKindName } from '../../schemas/history.ts'
import { invalidRequest } from '../../validation.ts'
import { hintsFor } from './hints.ts'
import { presentItem, presentReusable, presentTouch } from './present.ts'

/** Spec 8. */
const LIMIT_DEFAULT = 50
const LIMIT_MAX = 200
/** What is worth reusing is among the newest. */
const REUSABLE_MAX = 20

/** Spec 4.5, 2.8: what this workspace has done about one subject, in this environment. */
export const readHistory = (deps: { db: Database }) => defineRoute({
  operationId: 'readHistory',
  method: 'GET',
  path: '/v1/history',
  summary: 'What was done about a subject',
  description: 'Free. Finds the ended runs whose input or result names an email, domain, LinkedIn page, URL, handle, phone or name. A domain also finds emails at it and URLs on it.',
  tags: ['History'],
  spec: '4.5',
  auth: 'key',
  query: closed({
    q: Type.String({ minLength: 1, maxLength: SUBJECT_LENGTH_MAX, examples: ['ada@example.com'] }),
    kind: Type.Optional(SubjectKindName),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT })),
  }),
  responses: { 200: { description: 'The history.', schema: History } },
  errors: [],
  async handler({ query, principal, reply }) {
    const { q, kind, limit = LIMIT_DEFAULT } = query
    const subject = askedSubject(q, kind)
    if (subject === null) throw invalidRequest([{ path: '/q', message: kind === undefined ? 'must name a subject' : `does not read as \`${kind}\`` }])
    // One more than asked tells whether there are more; the latest that succeeded may stand behind some that did not.
    const [found, sums, touched, reusable] = await Promise.all([
      readItems(deps.db, principal, { subject, limit: limit + 1 }),
      readSums(deps.db, principal, subject),
      readTouches(deps.db, principal, { subject, limit: LIMIT_MAX }),
      readReusable(deps.db, principal, { subject, limit: REUSABLE_MAX }),
    ])
    const latest = touched.find(({ status }) => status === 'succeeded')
    const lists = {
      items: found.slice(0, limit).map(presentItem),
      touches: touched.slice(0, limit).map(presentTouch),
      last_touch: latest === undefined ? null : presentTouch(latest),
      reusable: reusable.map(presentReusable),
      truncated: found.length > limit,
    }
    const [{ kind: read, value }] = subject.forms
    return reply(200, {
      subject: { query: q, kind: read, normalized: value },
      ...lists,
      by_status: sums.byStatus,
      by_capability: sums.byCapability,
      charged: formatUsd(sums.charged),
      first_seen: sums.firstSeen?.toISOString() ?? null,
      last_seen: sums.lastSeen?.toISOString() ?? null,
      hints: hintsFor(subject, { ...lists, summedOnly: sums.more ? Number(sums.counted) : null }),
    })
  },
})
