import Bowser from 'bowser'
import type { Static } from 'typebox'
import { Problem } from '../../../errors/problem.ts'
import { html, type Html } from '../../../html/markup.ts'
import {
  LinkRequested,
  OtherSessionsEnded,
  PASSWORD_LENGTH_MAX,
  PasswordChanged,
  SessionEnded,
  SessionList,
  WorkspaceList,
} from '../../../schemas/auth.ts'
import { badge, facts, notice, type ShownRow, table, time, withNote } from '../../elements.ts'
import { actionOf, formOf, sentFor } from '../../forms.ts'
import {
  linkPlace,
  pageUrl,
  type DashboardPage,
  type MakePage,
  type PageParts,
  type Shown,
  type View,
} from '../../page.ts'
import { ACCOUNT_PATH } from '../../paths.ts'
import { emailFact, verifyForm } from './email.ts'
import { workspaceTable } from './workspaces.ts'

/** The person who is signed in: their password, and where else they are signed in. */
export const accountPage: MakePage = (parts) => {
  const { find } = parts
  const listSessions = find('listSessions', SessionList)
  const listWorkspaces = find('listWorkspaces', WorkspaceList)
  return {
    path: ACCOUNT_PATH,
    section: ACCOUNT_PATH,
    navigation: { name: 'Account', group: 'Workspace' },
    async show(view) {
      const [{ user, workspace, role }, { items }, workspaces] = await Promise.all([
        view.who(),
        listSessions(view),
        listWorkspaces(view),
      ])
      return {
        title: 'Account',
        main: html`${facts([
          ['E-mail', emailFact(user)],
          ['Workspace', workspace.name],
          ['Role', role ?? ''],
        ])}
${user?.email_verified === false && verifyForm(view)}
<div class="cards forms"><section class="card"><h2>Password</h2>${passwordForm(view)}</section>
<section class="card"><h2>Sessions</h2>${othersForm(view, items.length - 1)}</section></div>
${sessionTable(view, items)}
${workspaceTable(view, workspaces.items)}`,
      }
    },
    act: actionsOf(parts),
  }
}

function actionsOf(parts: PageParts): NonNullable<DashboardPage['act']> {
  const { find } = parts
  const changePassword = find('changePassword', PasswordChanged)
  const requestEmailVerification = find('requestEmailVerification', LinkRequested)
  const endSession = find('endSession', SessionEnded)
  const endOtherSessions = find('endOtherSessions', OtherSessionsEnded)
  return async (view, form) => {
    const text = (name: string): string => form.get(name) ?? ''
    switch (actionOf(form)) {
      case 'password': {
        const body = { current_password: text('current_password'), password: text('password') }
        return changed(view, await changePassword(view, { body }))
      }
      case 'verify':
        await requestEmailVerification(view)
        return {
          title: 'Look into your mail',
          main: notice('good', `A link that confirms the address is ${linkPlace(parts)}.`),
        }
      case 'end':
        await endSession(view, { params: { session_id: sentFor(form) } })
        return pageUrl(view, ACCOUNT_PATH)
      case 'end-others':
        await endOtherSessions(view)
        return pageUrl(view, ACCOUNT_PATH)
      default:
        throw new Problem('invalid_request', 'There is no action with this name.')
    }
  }
}

const changed = (view: View, { ended_sessions: ended }: Static<typeof PasswordChanged>): Shown => ({
  title: 'Password changed',
  main: html`${notice('good', html`Sign in with the new password from now on. Other sessions that ended: ${ended}.`)}
<p><a href="${pageUrl(view, ACCOUNT_PATH)}">Back to the account</a></p>`,
})

const passwordForm = ({ refused }: View): Html =>
  formOf(
    {
      action: 'password',
      submit: 'Change the password',
      fields: [
        {
          name: 'current_password',
          label: 'Current password',
          type: 'password',
          autocomplete: 'current-password',
          maxLength: PASSWORD_LENGTH_MAX,
        },
        {
          name: 'password',
          label: 'New password',
          type: 'password',
          autocomplete: 'new-password',
          maxLength: PASSWORD_LENGTH_MAX,
          hint: 'At least 8 characters. It signs you out everywhere else.',
        },
      ],
    },
    refused,
  )

const othersForm = ({ refused }: View, others: number): Html =>
  others === 0
    ? html`<p>You are signed in here and nowhere else.</p>`
    : html`<p>Other sessions: ${others}.</p>
${formOf({ action: 'end-others', submit: 'Sign out everywhere else', fields: [], style: 'danger' }, refused)}`

type Session = Static<typeof SessionList>['items'][number]

const sessionTable = (view: View, sessions: readonly Session[]): Html =>
  table({
    id: 'sessions',
    caption: 'Signed in',
    empty: '',
    columns: [{ title: 'Device', wraps: true }, { title: 'Since' }, { title: 'Until' }, { title: 'Sign out' }],
    rows: sessions.map((session): ShownRow => ({
      id: session.id,
      cells: [
        withNote(deviceOf(session.user_agent), session.id),
        time(session.created_at),
        time(session.expires_at),
        session.current ? badge('this one', 'good') : endForm(view, session),
      ],
    })),
  })

const endForm = ({ refused }: View, { id }: Session): Html =>
  formOf({ action: 'end', of: id, submit: 'Sign out', fields: [], style: 'plain' }, refused)

/** `Firefox on Linux`; a client that is no browser is shown as it calls itself. */
function deviceOf(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown client'
  const { browser, os } = Bowser.parse(userAgent)
  return browser.name === undefined || os.name === undefined ? userAgent : `${browser.name} on ${os.name}`
}
