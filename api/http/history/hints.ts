import type { RequestedSubject } from '../../../domain/history/requested-subject.ts'
import type { History } from '../../schemas/history.ts'

interface Answered extends Pick<History, 'items' | 'touches' | 'last_touch' | 'last_reply' | 'reusable' | 'truncated'> {
  readonly moreTouches: boolean
  /** The sums cover this many of the newest runs; null when they cover all. */
  readonly summedOnly: number | null
}

/** What to do with a history, in sentences that an agent can act on. */
export function hintsFor(
  { forms: [{ kind }] }: RequestedSubject,
  {
    items,
    touches,
    last_touch: lastTouch,
    last_reply: lastReply,
    reusable,
    truncated,
    moreTouches,
    summedOnly,
  }: Answered,
): string[] {
  const [newest] = reusable
  return [
    ...(items.length === 0 && touches.length === 0
      ? [
          `There is no record. Records cover ended runs of this workspace and environment.${kind === 'text' ? ' The subject was read as a name. Set `kind` if it is something else.' : ''}`,
        ]
      : []),
    ...(newest === undefined
      ? []
      : [`A lookup of this subject is already paid. Read its result at \`poll_url\`: GET /v1/runs/${newest.run_id}`]),
    ...(lastTouch === null ? [] : [`Last contacted by ${lastTouch.channel} at ${lastTouch.at}.`]),
    ...(lastReply === null ? [] : [`Last answer at ${lastReply.at}: ${lastReply.class}.`]),
    ...(truncated ? ['More runs match than are listed. Raise `limit`, up to 200.'] : []),
    ...(moreTouches ? [`touches lists the newest ${touches.length} messages. There are older ones.`] : []),
    ...(summedOnly === null
      ? []
      : [`by_status, by_capability and charged cover the newest ${summedOnly} matching runs.`]),
    ...(items.some(({ input }) => input === null)
      ? ['An input that is too long for a list is null. Read its run.']
      : []),
  ]
}
