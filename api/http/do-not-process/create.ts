import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { createList } from '../../../usecases/outreach/do-not-process.ts'
import { quotaProblem } from '../../errors/quota.ts'
import { defineRoute } from '../../route/route.ts'
import { DoNotProcessList, DoNotProcessRequest } from '../../schemas/do-not-process.ts'
import { presentList } from './present.ts'

/** Decisions, "do-not-process lists". */
export const createDoNotProcessList = (deps: { db: Database; cipher: SecretCipher }) =>
  defineRoute({
    operationId: 'createDoNotProcessList',
    method: 'POST',
    path: '/v1/do-not-process',
    summary: 'Create a do-not-process list',
    description:
      'Creates a list of people or companies that this environment must not process. It has no entries until `PUT /v1/do-not-process/{list_id}/entries` has completed an upload.',
    tags: ['Do-not-process lists'],
    spec: '4.13',
    access: 'owner',
    idempotent: { store: deps },
    body: DoNotProcessRequest,
    bodyExamples: {
      emails: { summary: 'Addresses', value: { name: 'Objections 2026', kind: 'email' } },
      hashes: {
        summary: 'Hashes of phone numbers',
        value: { name: 'Register of objections', kind: 'phone', hash: 'sha256' },
      },
    },
    responses: { 201: { description: 'The list, without entries.', schema: DoNotProcessList } },
    errors: ['limit_reached'],
    async handler({ body, principal, log, saveResponse, reply }) {
      const { workspaceId, environment } = principal
      const made = await createList(
        deps.db,
        { id: newId('dnp'), workspaceId, environment, name: body.name, kind: body.kind, hash: body.hash ?? 'none' },
        (tx, list) => saveResponse(tx, presentList(list)),
      )
      if ('limit' in made) throw quotaProblem(made)
      log.info({ list_id: made.id, kind: made.kind }, 'do_not_process_list_created')
      return reply(201, presentList(made))
    },
  })
