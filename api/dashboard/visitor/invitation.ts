import { roleName } from '../../../domain/access/roles.ts'
import { findOpenMail } from '../../../db/access/account-mails/use.ts'
import { findUser } from '../../../db/access/users/queries.ts'
import { Problem } from '../../errors/problem.ts'
import { html } from '../../html/markup.ts'
import { deviceToken } from '../../middleware/device-cookie.ts'
import { SignedIn } from '../../schemas/auth.ts'
import { formOf } from '../forms.ts'
import { DASHBOARD_PATH, INVITATION_PATH } from '../paths.ts'
import { clientOf, enter } from './entering.ts'
import { NEW_PASSWORD_FIELD, PASSWORD_FIELD } from './fields.ts'
import { linkToken, type VisitorPage, type VisitorParts } from './visitor-page.ts'

/** Accepts an invitation: with a new password, or with that of the account that the address has. */
export function invitationPage({ find, db, publicUrl }: VisitorParts): VisitorPage {
  const acceptInvitation = find('acceptInvitation', SignedIn)
  return {
    path: INVITATION_PATH,
    async show(query, refused) {
      const token = linkToken(query, refused)
      const mail = await findOpenMail(db, 'invitation', token)
      if (mail === null)
        throw new Problem('invalid_request', 'This invitation does not work any more. Ask for a new one.')
      const hasAccount = (await findUser(db, mail.email)) !== null
      return {
        title: `Join ${mail.workspace}`,
        main: html`<p>${mail.invitedBy ?? 'An owner'} invites <strong>${mail.email}</strong> to the workspace
<strong>${mail.workspace}</strong>, as ${roleName(mail.role ?? 'viewer')}.</p>
${hasAccount && html`<p>You have an account with this address. You keep your other workspaces.</p>`}
${formOf(
  {
    action: 'join',
    submit: 'Join the workspace',
    fields: [hasAccount ? { ...PASSWORD_FIELD, label: 'Your password' } : NEW_PASSWORD_FIELD],
    hidden: { token },
  },
  refused,
)}`,
      }
    },
    async act(ctx, { caller, form }) {
      const device = deviceToken(ctx)
      const body = {
        token: form.get('token') ?? '',
        password: form.get('password') ?? '',
        ...(device === undefined ? {} : { device_token: device }),
      }
      enter(ctx, publicUrl(), await acceptInvitation({ caller }, { body, headers: clientOf(ctx) }))
      return DASHBOARD_PATH
    },
  }
}
