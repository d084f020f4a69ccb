import type { Json } from '../../domain/json/json.ts'
import type { FoundSubject } from '../../domain/history/subject-collector.ts'
import { findingSubjects } from '../../domain/history/subjects.ts'

/** The subjects of a value, found without a pause. */
export function subjectsOf(value: Json): FoundSubject[] {
  const finding = findingSubjects(value)
  let step = finding.next()
  while (step.done !== true) step = finding.next()
  return step.value
}
