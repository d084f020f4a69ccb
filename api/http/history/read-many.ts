import {
  reasonAgainstSubject,
  requestedSubject,
  type RequestedSubject,
} from '../../../domain/history/requested-subject.ts'
import type { SubjectKind } from '../../../domain/identity/kinds.ts'
import type { Database } from '../../../db/database.ts'
import { readMany, type ReusableOf, type SeenSubject } from '../../../db/runs/history/batch.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { defineRoute } from '../../route/route.ts'
import { HistoryOfMany, HistoryRequest, type HistoryRow } from '../../schemas/history.ts'
import { presentReusable, presentTouch } from './present.ts'

/** Spec 4.5: the same for up to 200 subjects, one short row each. */
export const readHistoryOfMany = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'readHistoryOfMany',
    method: 'POST',
    path: '/v1/history',
    summary: 'Look up the history of many subjects',
    description:
      'Free. Returns one row for each subject, in order. A subject that is not of the given kind has an error in its row.',
    tags: ['History'],
    spec: '4.5',
    access: 'read',
    maxBodyBytes: BODY_BYTES.medium,
    body: HistoryRequest,
    bodyExamples: { people: { value: { subjects: ['ada@example.com', '@ada', 'example.com'] } } },
    responses: { 200: { description: 'The rows and a summary.', schema: HistoryOfMany } },
    errors: [],
    async handler({ body, principal, reply }) {
      const subjects = body.subjects.map((subject) => requestedSubject(subject, body.kind))
      const read = subjects.filter((subject) => subject !== null)
      const { seen, reusable } = await readMany(deps.db, principal, read)
      const bySubject = new Map(
        read.map((subject, position) => [
          subject,
          {
            seen: seen.find((row) => row.position === position),
            reusable: reusable.find((row) => row.position === position),
          },
        ]),
      )
      const items = body.subjects.map((subject, at): HistoryRow => {
        const one = subjects[at] ?? null
        return one === null
          ? unreadable(subject, body.kind)
          : { subject, ...presentSeen(one, bySubject.get(one) ?? {}) }
      })
      return reply(200, { items, totals: totalsOf(items) })
    },
  })

const unreadable = (subject: string, kind: SubjectKind | undefined): HistoryRow => ({
  subject,
  error: {
    code: 'invalid_request',
    message: reasonAgainstSubject(subject, kind),
  },
})

function presentSeen(
  { forms: [{ kind }] }: RequestedSubject,
  { seen, reusable }: { seen?: SeenSubject | undefined; reusable?: ReusableOf | undefined },
) {
  const touch = seen?.lastTouch ?? null
  return {
    kind,
    seen: seen !== undefined,
    count: Number(seen?.count ?? 0n),
    last_seen: seen?.lastSeen?.toISOString() ?? null,
    contacted: seen?.contacted ?? false,
    last_touch: touch === null ? null : presentTouch(touch),
    reusable: reusable === undefined ? null : presentReusable(reusable.run),
  }
}

function totalsOf(items: readonly HistoryRow[]) {
  const rows = items.flatMap((row) => ('error' in row ? [] : [row]))
  const seen = rows.filter((row) => row.seen).length
  return {
    subjects: items.length,
    seen,
    unseen: rows.length - seen,
    contacted: rows.filter(({ contacted }) => contacted).length,
    errors: items.length - rows.length,
  }
}
