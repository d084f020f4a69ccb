import { ERASED_THINGS } from '../../../../domain/erasures/stages.ts'
import type { Html } from '../../../html/markup.ts'
import type { Erasure } from '../../../schemas/erasure.ts'
import { badge, counted, humanize } from '../../elements.ts'

const BADGES: Readonly<Record<Erasure['status'], Html>> = {
  requested: badge('to decide', 'warn'),
  erasing: badge('under way', 'busy'),
  finished: badge('finished', 'good'),
  rejected: badge('rejected', 'quiet'),
}

export const erasureBadge = (status: Erasure['status']): Html => BADGES[status]

/** What an erasure has deleted so far, by kind; kinds without any are left out. */
export const erasedThings = ({ erased }: Erasure): readonly (readonly [thing: string, count: string])[] =>
  ERASED_THINGS.flatMap((thing) => {
    const count = erased[thing] ?? 0
    return count === 0 ? [] : [[humanize(thing), counted(count)] as const]
  })

/** What happens to a row that an erasure leaves, and why. */
export const keptText = (reason: Erasure['kept'][number]['reason']): string =>
  reason === 'in_doubt'
    ? 'It stays, without what names them: it may be about two people. Check it'
    : 'It stays, without what names them: it has an identity of another person, too'
