import { LIST_ENTRIES_MAX } from '../../../domain/do-not-process/lists.ts'
import type { Database } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { findList } from '../../../db/outreach/do-not-process/lists.ts'
import { storePart } from '../../../usecases/outreach/do-not-process.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { DoNotProcessParams, DoNotProcessPart, PartQuery } from '../../schemas/do-not-process.ts'
import { fileBody } from '../../schemas/file.ts'
import { readPart, tooManyEntries } from './entries-reader.ts'
import { existingList, presentList } from './present.ts'

/** Decisions, "do-not-process lists". The body is read before the first statement that writes. */
export const putDoNotProcessEntries = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'putDoNotProcessEntries',
    method: 'PUT',
    path: '/v1/do-not-process/{list_id}/entries',
    summary: 'Replace the entries of a do-not-process list',
    description: `Takes the entries of a list, at most ${LIST_ENTRIES_MAX}: one on each line of a CSV file, in its first column, or \`{"entries": [...]}\` as JSON. A longer list comes in parts, numbered from 1, one after the other; the list applies as it was until the part with \`last\`, and then has all of them. Part 1 begins again, and a part that is sent twice is replaced. \`refused\` states which entries could not be read.`,
    tags: ['Do-not-process lists'],
    spec: '4.13',
    access: 'owner',
    maxBodyBytes: BODY_BYTES.rows,
    writesMany: true,
    bodyType: 'text/csv',
    bodyBytes: true,
    bodyJson: true,
    params: DoNotProcessParams,
    query: PartQuery,
    body: fileBody('One entry on each line, or `{"entries": [...]}` as JSON; at most 10 MB.'),
    bodyExamples: {
      emails: { summary: 'A complete list of two addresses', value: 'robin@example.com\nerin@example.org\n' },
    },
    responses: { 200: { description: 'The list, and how the part was read.', schema: DoNotProcessPart } },
    errors: ['not_found', 'conflict', 'limit_reached'],
    async handler({ params, query, body, principal, log, reply }) {
      const id = params.list_id
      const form = existingList(await findList(deps.db, principal, id))
      const { refused, ...read } = await readPart(body, form)
      const part = query.part ?? 1
      const last = query.last ?? query.part === undefined
      const stored = await storePart(deps.db, principal, { id, part, last, sweepId: newId('dnpr'), ...read })
      switch (stored.kind) {
        case 'missing':
          return existingList<never>(null)
        case 'out of order':
          throw new Problem(
            'conflict',
            `Part ${part} follows part ${part - 1}, and ${stored.parts} of the parts before it have come. Send them first, or begin with part 1.`,
            { param: '/part' },
          )
        case 'too many':
          throw tooManyEntries()
        case 'stored': {
          const { list } = stored
          const { entries } = read.blocks
          log.info({ list_id: id, part, last, entries, version: list.version }, 'do_not_process_part_stored')
          return reply(200, { list: presentList(list), part, entries, refused })
        }
      }
    },
  })
