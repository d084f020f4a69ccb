import { Problem } from '../../../errors/problem.ts'
import { html } from '../../../html/markup.ts'
import { MemberList, MemberRemoved } from '../../../schemas/member.ts'
import { destroyPage } from '../../confirmation.ts'
import { pageUrl } from '../../page.ts'
import { MEMBERS_PATH } from './paths.ts'

/** Confirms that a person leaves the workspace. */
export const removeMemberPage = destroyPage({
  path: `${MEMBERS_PATH}/{user_id}/remove`,
  section: MEMBERS_PATH,
  read: ['listMembers', MemberList],
  isListed: true,
  destroy: ['removeMember', MemberRemoved],
  confirms({ items }, view) {
    const member = items.find(({ id }) => id === view.params['user_id'])
    if (member === undefined) throw new Problem('not_found', 'There is no member with this id.')
    return {
      title: 'Remove a member',
      consequences: html`<p><strong>${member.email}</strong> is signed out of this workspace, and apps that they
connected lose access. API keys and runs stay.</p>`,
      action: 'remove',
      submit: 'Remove',
      back: pageUrl(view, MEMBERS_PATH),
    }
  },
  next: (view) => pageUrl(view, MEMBERS_PATH),
})
