import type { Database } from '../../../db/database.ts'
import {
  type ErasurePreview as Found,
  previewErasure as preview,
  PREVIEW_ROWS_MAX,
} from '../../../db/erasure/preview.ts'
import { defineRoute } from '../../route/route.ts'
import { ErasurePreview, ErasureToPreview } from '../../schemas/erasure.ts'
import { subjectOf } from './subject-of.ts'

/** What an erasure would find, before it is requested; the dashboard asks for it, too. */
export const previewErasure = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'previewErasure',
    method: 'POST',
    path: '/v1/erasures/preview',
    summary: 'Preview an erasure',
    description: `Returns what an erasure of this person would find by their identities, and deletes nothing. It lists up to ${PREVIEW_ROWS_MAX} rows. A row with an identity of another person is kept, without what names the erased one: \`kept\` has the reason. Texts that mention the person are found during the erasure.`,
    tags: ['Retention'],
    spec: '4.13',
    access: 'owner',
    body: ErasureToPreview,
    bodyExamples: { person: { summary: 'A person', value: { subject: 'erin@example.com' } } },
    responses: { 200: { description: 'What would be erased.', schema: ErasurePreview } },
    errors: [],
    async handler({ body, principal, reply }) {
      const subject = subjectOf(body)
      return reply(200, {
        kind: subject.kind,
        subject: subject.value,
        ...present(await preview(deps.db, principal, subject)),
      })
    },
  })

const present = ({ rows, runs, touches, suppressions }: Found) => {
  const deleted = rows.filter(({ kept }) => kept === null).length
  return {
    counts: { rows: deleted, kept_rows: rows.length - deleted, runs, touches, suppressions },
    rows: rows.map(({ table, key, kept }) => ({
      table,
      key,
      action: kept === null ? ('delete' as const) : ('keep' as const),
    })),
    kept: rows.flatMap(({ table, key, kept: reason }) => (reason === null ? [] : [{ table, key, reason }])),
  }
}
