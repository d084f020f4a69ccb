import type { Mutant } from '../mutant.ts'

const JUDGE = ['test/domain/approvals/judge.test.ts']
const APPROVALS = ['test/api/http/approvals/approvals.test.ts']

/** Which runs wait for a person, who decides about them, and how long. */
export const APPROVAL_MUTANTS: readonly Mutant[] = [
  {
    name: 'a run that became dearer by exactly 10 % waits again',
    file: 'domain/approvals/judge.ts',
    find: 'run.hold * 100n > given.estimate',
    replace: 'run.hold * 100n >= given.estimate',
    killedBy: JUDGE,
  },
  {
    name: 'an approval covers a price that has risen by half',
    file: 'domain/approvals/judge.ts',
    find: 'const RISE_PERCENT_MAX = 10n',
    replace: 'const RISE_PERCENT_MAX = 50n',
    killedBy: JUDGE,
  },
  {
    name: 'a key approves what it has requested',
    file: 'usecases/approvals/decide.ts',
    find: 'if (run.requestedBy === by || run.watchedBy === by)',
    replace: "if ((run.requestedBy === by || run.watchedBy === by) && run.status !== 'awaiting_approval')",
    killedBy: APPROVALS,
  },
  {
    name: 'a person is not new once a message to another one named their row',
    file: 'db/runs/approvals/new-people.ts',
    find: "e.send -> 'recipients' @> jsonb_build_array(jsonb_build_object('kind', n.kind, 'value', n.value))",
    replace: 'true',
    killedBy: APPROVALS,
  },
  {
    name: 'a run is approved after its time',
    file: 'db/runs/approvals/decide.ts',
    find: "l.status = 'awaiting_approval' and a.decision is null and a.expires_at > clock_timestamp()",
    replace: "l.status = 'awaiting_approval' and a.decision is null",
    killedBy: APPROVALS,
  },
  {
    name: 'the form of a key sends what the person has not changed',
    file: 'api/dashboard/forms.ts',
    find: 'return value !== null && value !== form.get(nameOfShown(field))',
    replace: 'return value !== null && form.has(nameOfShown(field))',
    killedBy: ['test/api/dashboard/saved-forms.test.ts'],
  },
]
