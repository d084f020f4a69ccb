import { readLimitOf, shownOf } from '../../../domain/listing/page.ts'
import Type from 'typebox'
import { reasonAgainstSubject, requestedSubject } from '../../../domain/history/requested-subject.ts'
import { SUBJECT_LENGTH_MAX } from '../../../domain/identity/text.ts'
import { asFault } from '../../../domain/identity/reading.ts'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import type { Database } from '../../../db/database.ts'
import { readLastReply } from '../../../db/runs/history/last-reply.ts'
import { readStoredHistory } from '../../../db/runs/history/read.ts'
import { defineRoute } from '../../route/route.ts'
import { closed, pageLimit } from '../../schemas/common.ts'
import { History, SubjectKindName } from '../../schemas/history.ts'
import { invalidRequest } from '../../validation/check.ts'
import { hintsFor } from './hints.ts'
import { presentItem, presentReply, presentReusable, presentTouch } from './present.ts'

/** Spec 8. */
const LIMIT_DEFAULT = 50
const LIMIT_MAX = 200

/** Spec 4.5, 2.8: what this workspace has done about one subject, in this environment. */
export const readHistory = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'readHistory',
    method: 'GET',
    path: '/v1/history',
    summary: 'Look up the history of a subject',
    description:
      'Free. Finds ended runs whose input or result contains an email, domain, LinkedIn page, URL, handle, phone or name. A domain also matches its emails and URLs.',
    tags: ['History'],
    spec: '4.5',
    access: 'read',
    query: closed({
      q: Type.String({
        minLength: 1,
        maxLength: SUBJECT_LENGTH_MAX,
        description: 'The subject: an email, domain, LinkedIn URL, any URL, handle, phone or name.',
        examples: ['ada@example.com'],
      }),
      kind: Type.Optional(SubjectKindName),
      limit: pageLimit({ maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
    }),
    responses: { 200: { description: 'The history.', schema: History } },
    errors: [],
    async handler({ query, principal, reply }) {
      const { q, kind, limit = LIMIT_DEFAULT } = query
      const subject = requestedSubject(q, kind)
      if (subject === null)
        throw invalidRequest([
          { path: '/q', message: kind === undefined ? 'must name a subject' : asFault(reasonAgainstSubject(q, kind)) },
        ])
      const [{ items, touches, reusable, ...sums }, lastReply] = await Promise.all([
        readStoredHistory(deps.db, principal, { subject, limit: readLimitOf(limit) }),
        readLastReply(deps.db, principal, subject),
      ])
      const shown = shownOf(items, limit)
      const latest = touches.find(({ status }) => status === 'succeeded')
      const lists = {
        items: shown.items.map(presentItem),
        touches: touches.map(presentTouch),
        last_touch: latest === undefined ? null : presentTouch(latest),
        last_reply: lastReply === null ? null : presentReply(lastReply),
        reusable: reusable.map(presentReusable),
        truncated: shown.more,
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
        hints: hintsFor(subject, {
          ...lists,
          moreTouches: sums.moreTouches,
          summedOnly: sums.more ? Number(sums.counted) : null,
        }),
      })
    },
  })
