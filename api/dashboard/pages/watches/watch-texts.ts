import type { Html } from '../../../html/markup.ts'
import type { ListedRefresh, Watch } from '../../../schemas/watch.ts'
import { badge, numbered, humanize } from '../../elements.ts'

/** What a watch repeats. */
export const watchedOf = ({ capability, provider, endpoint }: Watch): string =>
  capability ?? `${provider ?? ''} ${endpoint ?? ''}`

export const watchBadge = ({ status, paused_reason: reason }: Watch): Html =>
  reason === null
    ? badge(humanize(status), status === 'active' ? 'good' : 'quiet')
    : badge(`${humanize(status)}: ${humanize(reason)}`, 'warn')

/** What a refresh has found, in few words. */
export function foundOf({ state, error, new: fresh, changed, unchanged }: ListedRefresh): string {
  if (state !== 'done') return 'under way'
  return error === undefined ? `${fresh} new, ${changed} changed, ${unchanged} unchanged` : error.message
}

const UNITS: Readonly<Record<string, string>> = { h: 'hour', d: 'day' }

/** `1 day` for `1d`, as the schedule of a watch is written. */
export function everyOf({ every }: Pick<Watch, 'every'>): string {
  const [, number = '', unit = ''] = /^(\d+)([hd])$/.exec(every) ?? []
  const noun = UNITS[unit]
  return noun === undefined ? every : numbered(Number(number), noun)
}
