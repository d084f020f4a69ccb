import Type from 'typebox'
import { APPROVAL_NOTE_LENGTH_MAX } from '../../domain/approvals/approval.ts'
import { SEND_APPROVALS } from '../../domain/approvals/policy.ts'
import { closed, nullable, oneOf, UsdAmount } from './common.ts'
import { named } from './named.ts'

/** What keys and connected apps may only do once a person has approved it (decisions, "Approvals"). */
export const ApprovalPolicy = named(
  'ApprovalPolicy',
  closed({
    runs_above: nullable(UsdAmount, { description: 'Runs that would hold more; null: no run for its cost.' }),
    sends: oneOf(SEND_APPROVALS, {
      description: '`new_people`: sends that reach a person that no run of this environment has contacted before.',
    }),
    raw_writes: Type.Boolean({ description: 'Raw calls that may change something at their provider.' }),
    jobs_above: Type.Optional(
      nullable(UsdAmount, { description: 'Jobs with a higher ceiling, before their first row; null: no job.' }),
    ),
  }),
)

/** The body of `POST /v1/runs/{run_id}/approve` and `/reject`. */
export const ApprovalDecided = named(
  'ApprovalDecided',
  closed({
    note: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: APPROVAL_NOTE_LENGTH_MAX,
        description: 'For the one who requested the run. It is part of the event, and of the error of a rejected run.',
        examples: ['Write to her on Monday.'],
      }),
    ),
  }),
)
