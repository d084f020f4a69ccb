import type { Static } from 'typebox'
import { ROLES, type Role } from '../../../../domain/access/roles.ts'
import { Problem } from '../../../errors/problem.ts'
import { html, type Html, type Part } from '../../../html/markup.ts'
import { InvitationWithdrawn, Invited, Member, MemberList } from '../../../schemas/member.ts'
import { badge, type ShownRow, table, time, withNote } from '../../elements.ts'
import { actionOf, type FormField, formOf, sentFor } from '../../forms.ts'
import { linkPlace, pageUrl, type DashboardPage, type MakePage, type PageParts, type View, can } from '../../page.ts'
import { EMAIL_FIELD } from '../../visitor/fields.ts'
import { MEMBERS_PATH, removePath } from './paths.ts'

/** Who belongs to the workspace and as what; owners invite people and change roles. */
export const membersPage: MakePage = (parts) => {
  const { find } = parts
  const place = linkPlace(parts)
  const listMembers = find('listMembers', MemberList)
  return {
    path: MEMBERS_PATH,
    section: MEMBERS_PATH,
    navigation: { name: 'Members', group: 'Workspace' },
    async show(view) {
      const { items, invitations } = await listMembers(view)
      const decides = can(view, 'session')
      return {
        title: 'Members',
        main: html`${decides && inviteForm(view)}
${memberTable(view, items, decides)}
${invitationTable(view, invitations, { decides, place })}`,
      }
    },
    act: actionsOf(find),
  }
}

function actionsOf(find: PageParts['find']): NonNullable<DashboardPage['act']> {
  const inviteMember = find('inviteMember', Invited)
  const changeMember = find('changeMember', Member)
  const withdrawInvitation = find('withdrawInvitation', InvitationWithdrawn)
  return async (view, form) => {
    const text = (name: string): string => form.get(name) ?? ''
    switch (actionOf(form)) {
      case 'invite':
        await inviteMember(view, { body: { email: text('email'), role: text('role') } })
        break
      case 'role':
        await changeMember(view, { params: { user_id: sentFor(form) }, body: { role: text('role') } })
        break
      case 'withdraw':
        await withdrawInvitation(view, { params: { invitation_id: sentFor(form) } })
        break
      default:
        throw new Problem('invalid_request', 'There is no action with this name.')
    }
    return pageUrl(view, MEMBERS_PATH)
  }
}

const MAY: Readonly<Record<Role, string>> = {
  owner: 'Owner: also money, credentials, senders and people',
  member: 'Member: also starts runs and changes data',
  viewer: 'Viewer: may only look',
}
const roleField = (value: Role): FormField => ({
  name: 'role',
  label: 'Role',
  value,
  options: ROLES.toReversed().map((role) => [role, MAY[role]]),
})

/** Next to each person, where there is less room. */
const shortRoleField = (value: Role): FormField => ({
  ...roleField(value),
  options: ROLES.toReversed().map((role) => [role, role]),
})

const inviteForm = ({ refused }: View): Html =>
  formOf(
    {
      action: 'invite',
      submit: 'Send an invitation',
      columns: true,
      fields: [{ ...EMAIL_FIELD, autocomplete: 'off' }, roleField('viewer')],
    },
    refused,
  )

type People = Static<typeof MemberList>

const memberTable = (view: View, members: People['items'], decides: boolean): Html =>
  table({
    id: 'members',
    caption: 'People',
    empty: '',
    columns: [{ title: 'Person', wraps: true }, { title: 'Since' }, { title: 'Role' }, { title: 'Remove' }],
    rows: members.map((member): ShownRow => {
      const { id, email, role, you, since } = member
      const shownRole: Part = decides ? roleForm(view, member) : role
      const remove = html`<a href="${removePath(view, id)}" id="${id}-remove">Remove</a>`
      return {
        id,
        cells: [
          html`${withNote(email, id)}${you && html` ${badge('you', 'quiet')}`}`,
          time(since),
          shownRole,
          decides && remove,
        ],
      }
    }),
  })

const roleForm = ({ refused }: View, { id, role }: People['items'][number]): Html =>
  formOf(
    { action: 'role', of: id, submit: 'Change', columns: true, fields: [shortRoleField(role)], style: 'plain' },
    refused,
  )

const invitationTable = (
  view: View,
  invitations: People['invitations'],
  { decides, place }: { readonly decides: boolean; readonly place: string },
): Html =>
  table({
    id: 'invitations',
    caption: 'Open invitations',
    empty: 'No invitation is open.',
    columns: [
      { title: 'Address', wraps: true },
      { title: 'Role' },
      { title: 'Mail', wraps: true },
      { title: 'Until' },
      { title: 'Withdraw' },
    ],
    rows: invitations.map((invitation): ShownRow => {
      const { id, email, role, invited_by: by, expires_at: until } = invitation
      return {
        id,
        cells: [
          withNote(email, by === null ? null : `invited by ${by}`),
          role,
          mailState(invitation, place),
          time(until),
          decides &&
            formOf({ action: 'withdraw', of: id, submit: 'Withdraw', fields: [], style: 'plain' }, view.refused),
        ],
      }
    }),
  })

function mailState({ sent_at: sentAt, refusal }: People['invitations'][number], place: string): Part {
  if (refusal !== null) return html`${badge('refused', 'bad')} ${refusal}`
  return sentAt === null ? badge(place, 'busy') : badge('sent', 'good')
}
