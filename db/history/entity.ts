import { defineEntity, p } from '@mikro-orm/core'
import { SUBJECT_KINDS } from '../../domain/identity/kinds.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'

export const SUBJECT_PLACES = ['input', 'result'] as const

/** What an ended run was about: one row for each subject that its input or result names (Spec 4.5). */
const RunSubjectSchema = defineEntity({
  name: 'RunSubject',
  tableName: 'run_subject',
  primaryKeys: ['workspaceId', 'environment', 'kind', 'value', 'runId'],
  properties: {
    workspaceId: p.text().primary(),
    environment: p.enum(ENVIRONMENTS).primary(),
    kind: p.enum(SUBJECT_KINDS).primary(),
    value: p.text().primary(),
    runId: p.text().primary(),
    place: p.enum(SUBJECT_PLACES),
    /** JSON path, from `$`. */
    path: p.text(),
    exact: p.boolean(),
    /** Names only: hashes of their words. */
    words: p.array().columnType('bigint[]').nullable(),
  },
})
export class RunSubject extends RunSubjectSchema.class {}
RunSubjectSchema.setClass(RunSubject)
