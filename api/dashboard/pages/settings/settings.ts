import type { Static } from 'typebox'
import { type AgentOrigin, readAgentOrigin } from '../../../../db/access/agents/origin.ts'
import { html, type Html } from '../../../html/markup.ts'
import { ConnectedAppList } from '../../../schemas/connected-app.ts'
import { Features } from '../../../schemas/features.ts'
import { OutboundGuard } from '../../../schemas/outbound.ts'
import { Retention } from '../../../schemas/retention.ts'
import { Problem } from '../../../errors/problem.ts'
import { badge, moment, type ShownRow, table, time, withNote } from '../../elements.ts'
import { actionOf, formOf } from '../../forms.ts'
import { pageUrl, type DashboardPage, type MakePage, type PageParts, type View } from '../../page.ts'
import { budgetShown } from '../keys/terms-form.ts'
import { appBudgetPath, disconnectAppPath, ERASURES_PATH, SETTINGS_PATH } from './paths.ts'

/** How long the workspace keeps payloads, when it may write to a person again, and which apps act for it. */
export const settingsPage: MakePage = ({ find, db }) => {
  const getFeatures = find('getFeatures', Features)
  const getRetention = find('getRetention', Retention)
  const getOutboundGuard = find('getOutboundGuard', OutboundGuard)
  const listConnectedApps = find('listConnectedApps', ConnectedAppList)
  return {
    path: SETTINGS_PATH,
    section: SETTINGS_PATH,
    navigation: { name: 'Settings', group: 'Workspace' },
    forOwners: true,
    async show(view) {
      const [{ tables }, retention, apps, origin] = await Promise.all([
        getFeatures(view),
        getRetention(view),
        listConnectedApps(view),
        readAgentOrigin(db, view.caller.principal.workspaceId),
      ])
      const guard = tables.enabled ? await getOutboundGuard(view) : null
      return {
        title: 'Settings',
        main: html`${origin !== null && originShown(origin)}
<div class="cards forms">
<section class="card"><h2>Retention</h2>${retentionForm(view, retention)}</section>
<section class="card"><h2>Repeated messages</h2>${guard === null ? GUARD_OFF : guardForm(view, guard)}</section>
<section class="card"><h2>Tables</h2><p>${tables.enabled ? badge('on', 'good') : badge('off', 'quiet')}
Rows, suppressions and saved answers. <a href="${pageUrl(view, '/tables')}">Tables</a></p></section>
<section class="card"><h2>Erasures</h2><p>Delete everything that is held here about a person.
<a href="${pageUrl(view, ERASURES_PATH)}">Erasures</a></p></section>
</div>
${appTable(view, apps.items)}`,
      }
    },
    act: actionsOf(find),
  }
}

function actionsOf(find: PageParts['find']): NonNullable<DashboardPage['act']> {
  const updateRetention = find('updateRetention', Retention)
  const updateOutboundGuard = find('updateOutboundGuard', OutboundGuard)
  return async (view, form) => {
    switch (actionOf(form)) {
      case 'retention':
        await updateRetention(view, { body: { payload_days: integerIn(form.get('payload_days')) } })
        return pageUrl(view, SETTINGS_PATH)
      case 'guard':
        await updateOutboundGuard(view, { body: { repeat_touch_days: integerIn(form.get('repeat_touch_days')) } })
        return pageUrl(view, SETTINGS_PATH)
      default:
        throw new Problem('invalid_request', 'There is no action with this name.')
    }
  }
}

/** Anything else is left to the route, which states what is wrong with it. */
const integerIn = (text: string | null): number | string =>
  text !== null && /^\d{1,6}$/.test(text.trim()) ? Number(text) : (text ?? '')

const retentionForm = ({ refused }: View, { payload_days: days }: Retention): Html =>
  formOf(
    {
      action: 'retention',
      submit: 'Save',
      fields: [
        {
          name: 'payload_days',
          label: 'Days',
          value: String(days),
          inputMode: 'numeric',
          maxLength: 6,
          autocomplete: 'off',
          hint: 'Then inputs, results and details of runs are deleted. Billing, history and tables stay.',
        },
      ],
    },
    refused,
  )

/** An agent may have named the workspace as it liked. */
const originShown = ({ signedUpAt, claimedAt, claimedBy }: AgentOrigin): Html =>
  html`<p class="quiet">An agent made this workspace and named it, on ${moment(signedUpAt.toISOString())}.
${claimedBy} adopted it on ${moment(claimedAt.toISOString())}.</p>`

const GUARD_OFF = html`<p>The guard against repeated first messages belongs to tables, which are off.</p>`

const guardForm = ({ refused }: View, { repeat_touch_days: days }: OutboundGuard): Html =>
  formOf(
    {
      action: 'guard',
      submit: 'Save',
      fields: [
        {
          name: 'repeat_touch_days',
          label: 'Days',
          value: String(days),
          inputMode: 'numeric',
          maxLength: 6,
          autocomplete: 'off',
          hint: 'For so long no one receives a second first message. 0 permits them.',
        },
      ],
    },
    refused,
  )

const appTable = (view: View, apps: Static<typeof ConnectedAppList>['items']): Html =>
  table({
    id: 'apps',
    caption: 'Connected apps',
    empty: 'No app is connected. An app asks for access by OAuth; MCP clients do so by themselves.',
    columns: [
      { title: 'App', wraps: true },
      { title: 'May' },
      { title: 'Used' },
      { title: 'Since' },
      { title: 'Budget', wraps: true },
      { title: 'Access' },
    ],
    rows: apps.map(({ id, name, host, scopes, last_used_at: used, created_at: since, budget }): ShownRow => ({
      id,
      cells: [
        withNote(name, host === null ? id : `${host}, ${id}`),
        scopes.join(', '),
        used === null ? 'never' : time(used),
        time(since),
        html`${budgetShown(budget)} <a href="${appBudgetPath(view, id)}" id="${id}-budget">Change</a>`,
        html`<a href="${disconnectAppPath(view, id)}" id="${id}-disconnect">Disconnect</a>`,
      ],
    })),
  })
