import { formatUsd } from '../../../../domain/money/microdollars.ts'
import { keyUseByDay } from '../../../../db/api-keys/use-by-day.ts'
import { html } from '../../../html/markup.ts'
import { ApiKeyList } from '../../../schemas/api-key.ts'
import { badge, facts, type ShownRow, table, time, usd } from '../../elements.ts'
import type { MakePage } from '../../page.ts'
import { KEYS_PATH, revokePath } from './paths.ts'
import { findKey, KEY_DAYS } from './find-key.ts'

/** One key, and its runs day by day. */
export const keyPage: MakePage = ({ find, db }) => {
  const listApiKeys = find('listApiKeys', ApiKeyList)
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
})}`,
      }
    },
  }
}
