import { type ErasureKind, type ErasureSubject, readErasureSubject } from '../../../domain/erasures/subject.ts'
import { Problem } from '../../errors/problem.ts'

/** The person in a request. */
export function subjectOf({
  subject,
  kind,
}: {
  readonly subject: string
  readonly kind?: ErasureKind | undefined
}): ErasureSubject {
  const read = readErasureSubject(subject, kind)
  if (read.kind === 'refused')
    throw new Problem('invalid_request', `The subject ${read.reason}.`, { param: '/subject' })
  return read.subject
}
