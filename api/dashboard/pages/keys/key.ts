import { formatUsd } from '../../../../domain/money/microdollars.ts'
import { keyUseByDay } from '../../../../db/access/api-keys/use-by-day.ts'
import { html } from '../../../html/markup.ts'
import { ApiKey, ApiKeyList } from '../../../schemas/api-key.ts'
import { badge, facts, type ShownRow, table, time, usd } from '../../elements.ts'
import type { MakePage } from '../../page.ts'
import { formOf } from '../../forms.ts'
import { KEYS_PATH, keyPath, revokePath } from './paths.ts'
import { findKey, KEY_DAYS } from './find-key.ts'
import { allowShown, budgetShown, changesIn, termsFields } from './terms-form.ts'

const STAYS_LIMITED = html`<p class="hint">A key without a budget and limits decides over the workspace, as its owners
do. One that loses them here may run everything, and still decides over nothing.</p>`

/** One key, and its runs day by day. */
export const keyPage: MakePage = ({ find, db }) => {
  const listApiKeys = find('listApiKeys', ApiKeyList)
  const updateApiKey = find('updateApiKey', ApiKey)
  return {
    path: `${KEYS_PATH}/{key_id}`,
    section: KEYS_PATH,
    async show(view) {
      const key = await findKey(listApiKeys, view)
      const use = await keyUseByDay(db, {
        workspaceId: view.caller.principal.workspaceId,
        keyIds: [key.id],
        now: view.now,
        days: KEY_DAYS,
      })
      const used = (use.get(key.id) ?? []).filter(({ runs }) => runs > 0n).toReversed()
      return {
        title: key.name,
        state: key.revoked ? badge('revoked', 'quiet') : badge('in use', 'good'),
        actions: [!key.revoked && html`<a href="${revokePath(view, key.id)}" class="button danger">Revoke…</a>`],
        main: html`${facts([
          ['Key', html`<code>${key.display}</code>`],
          ['Made', time(key.created_at)],
          ['Last used', key.last_used_at === null ? 'never' : time(key.last_used_at)],
          [`Runs in ${KEY_DAYS} days`, key.usage.runs],
          [`Charged in ${KEY_DAYS} days`, usd(key.usage.charged)],
          ['Budget', budgetShown(key.budget)],
          ['May', allowShown(key)],
          ['Ends', key.expires_at === null ? 'never' : time(key.expires_at)],
        ])}
${table({
  id: 'days',
  caption: 'By day, in UTC',
  empty: `No runs in the last ${KEY_DAYS} days.`,
  columns: [{ title: 'Day' }, { title: 'Runs', numeric: true }, { title: 'Charged', numeric: true }],
  rows: used.map(({ day, runs, charged }): ShownRow => ({
    id: `day-${day}`,
    cells: [day, runs, usd(formatUsd(charged))],
  })),
})}
${
  !key.revoked &&
  html`<details class="further"><summary>Change budget and limits</summary>
${formOf(
  { action: 'change', submit: 'Save', style: 'plain', changes: true, fields: termsFields(key), more: STAYS_LIMITED },
  view.refused,
)}</details>`
}`,
      }
    },
    async act(view, form) {
      const id = view.params['key_id'] ?? ''
      const body = changesIn(form, await findKey(listApiKeys, view))
      if (Object.keys(body).length > 0) await updateApiKey(view, { params: { key_id: id }, body })
      return keyPath(view, id)
    },
  }
}
