import type { Static } from 'typebox'
import { APPROVAL_NOTE_LENGTH_MAX, type ApprovalReason } from '../../../domain/approvals/approval.ts'
import { html, type Html } from '../../html/markup.ts'
import type { RunApproval } from '../../schemas/run.ts'
import { moment, notice, usd } from '../elements.ts'
import { formOf } from '../forms.ts'
import { can, type View } from '../page.ts'

const WHY: Readonly<Record<ApprovalReason, string>> = {
  requested: 'its request requires it',
  cost: 'it costs more than the approval policy lets pass',
  send: 'it sends a message',
  new_people: 'it sends a message to people that no run has contacted before',
  raw_write: 'its raw call may change something at the provider',
  price_rose: 'it has become more than 10 % dearer since it was approved',
}

/** Why a run waits, as words that follow "because". */
export const whyApproval = (reason: ApprovalReason): string => WHY[reason]

/** What a person decides about, and how, where they may. */
export const approvalOf = (
  view: View,
  { reason, estimate, expires_at: expiresAt }: Static<typeof RunApproval>,
): Html => html`${notice(
  'warn',
  html`This run waits for an approval: ${WHY[reason]}. It would hold ${usd(estimate)}. Without a decision it ends on ${moment(expiresAt)}.`,
)}
${can(view, 'approve') && html`${decisionForm('approve', 'Approve this run', 'main')}${decisionForm('reject', 'Reject this run', 'danger')}`}`

const decisionForm = (action: 'approve' | 'reject', submit: string, style: 'main' | 'danger'): Html =>
  formOf(
    {
      action,
      submit,
      style,
      fields: [
        {
          name: 'note',
          label: 'Note',
          optional: true,
          maxLength: APPROVAL_NOTE_LENGTH_MAX,
          autocomplete: 'off',
          hint: 'For the one who requested the run.',
        },
      ],
    },
    null,
  )
