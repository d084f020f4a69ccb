import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { requestErasure } from '../../../usecases/erasure/request-erasure.ts'
import { newId } from '../../../db/ids.ts'
import { quotaProblem } from '../../errors/quota.ts'
import { defineRoute } from '../../route/route.ts'
import { Erasure, ErasureRequest } from '../../schemas/erasure.ts'
import { presentErasure } from './present.ts'
import { subjectOf } from './subject-of.ts'

/** The data of a person goes, wherever it is (decisions, "Erasures"); a worker does it. */
export const createErasure = (deps: { db: Database; cipher: SecretCipher }) =>
  defineRoute({
    operationId: 'createErasure',
    method: 'POST',
    path: '/v1/erasures',
    summary: 'Erase a person',
    description:
      'Deletes what this environment holds about a person, and about every identity that a row ties to them: payloads of runs that mention them, their rows, what events and watches state about them, and touches. Their suppression is kept as a hash, unless `keep_suppression` is false. Billing stays. It cannot be undone. A run that mentions them and waits for an approval is cancelled. Runs under way are waited for, so an erasure may take a day where a final bill is due. What is made after the request is kept, except what runs of before it write.',
    tags: ['Retention'],
    spec: '4.13',
    access: 'owner',
    idempotent: { store: deps },
    body: ErasureRequest,
    bodyExamples: {
      person: { summary: 'A person', value: { subject: 'erin@example.com', reference: 'ticket-4711' } },
      forgotten: {
        summary: 'A person whose suppression is deleted, too',
        value: { subject: 'https://www.linkedin.com/in/erin-example', keep_suppression: false },
      },
    },
    responses: { 200: { description: 'The erasure, which is under way.', schema: Erasure } },
    errors: ['limit_reached'],
    async handler({ body, principal, log, saveResponse, reply }) {
      const erasure = await requestErasure(deps.db, principal, {
        erasure: {
          id: newId('era'),
          subject: subjectOf(body),
          reference: body.reference ?? null,
          keepSuppression: body.keep_suppression ?? true,
        },
        saveResponse: (tx, made) => saveResponse(tx, presentErasure(made)),
      })
      if ('limit' in erasure) throw quotaProblem(erasure)
      log.info({ erasure_id: erasure.id }, 'erasure_requested')
      return reply(200, presentErasure(erasure))
    },
  })
