import { requestedSubject } from '../../../../domain/history/requested-subject.ts'
import { findingSubjectsOfRequest } from '../../../../domain/history/request.ts'
import { subjectsOf } from '../../../support/subjects.ts'
import type { SubjectKind } from '../../../../domain/identity/kinds.ts'
import { parseUsd } from '../../../../domain/money/microdollars.ts'
import { sendOf } from '../../../../domain/outbound/recipients.ts'
import type { JsonObject } from '../../../../domain/json/json.ts'
import { beginAttempt } from '../../../../db/runs/attempts/begin.ts'
import { recordOutcome } from '../../../../usecases/runs/record-outcome.ts'
import type { Database } from '../../../../db/database.ts'
import { acceptRun } from '../../../../usecases/runs/accept-run.ts'
import { endRun } from '../../../../usecases/runs/end-run.ts'
import { atOnce } from '../../../../db/time-slices.ts'
import {
  buildAttempt,
  buildAttemptEnd,
  buildNewRun,
  delivery,
  failure,
  NOTHING_REMEMBERED,
  type Owner,
  reserveAmount,
} from '../../build.ts'

export interface RunToEnd {
  /** Left out: a new one of now. */
  readonly id?: string
  readonly capability?: string
  readonly input: JsonObject
  /** null: no delivery. */
  readonly output?: JsonObject | null
  /** USD. */
  readonly charge?: string
  /** A send with an unknown outcome. */
  readonly unknown?: boolean
}

/** A run that has ended, with everything that its end writes; returns its id. */
export async function endedRun(
  db: Database,
  owner: Owner,
  { id, capability = 'contact.find', input, output = {}, charge = '0.05', unknown = false }: RunToEnd,
): Promise<string> {
  const run = buildNewRun(owner, {
    ...(id === undefined ? {} : { id }),
    work: { capability },
    input,
    context: {
      ...NOTHING_REMEMBERED,
      subjects: atOnce(findingSubjectsOfRequest(input, null)),
      send: sendOf(capability, input),
    },
  })
  await acceptRun(db, run)
  await reserveAmount(db, run.id, parseUsd(charge))
  const attempt = buildAttempt(run.id)
  await beginAttempt(db, attempt)
  const delivered = output !== null && !unknown
  await recordOutcome(
    db,
    buildAttemptEnd(
      attempt,
      delivered
        ? { output, subjects: subjectsOf(output) }
        : { outcome: unknown ? 'unknown' : 'no_match', output: null, raw: null, subjects: null },
    ),
  )
  await endRun(
    db,
    delivered ? delivery(run.id, parseUsd(charge)) : failure(run.id, unknown ? {} : { status: 'no_match' }),
  )
  return run.id
}

/** A query that reads. */
export function subjectQuery(text: string, kind?: SubjectKind) {
  const subject = requestedSubject(text, kind)
  if (subject === null) throw new Error(`${text} does not read`)
  return subject
}
