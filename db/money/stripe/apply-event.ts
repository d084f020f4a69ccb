import { statement } from '../../statement.ts'

export const CLAIM_STRIPE_EVENT = statement<{ eventId: string; type: string; livemode: boolean; created: number }>({
  name: 'claim_stripe_event',
  effect: 'within',
  text: `insert into stripe_event (id, type, livemode, happened_at, outcome, detail)
    values (:eventId, :type, :livemode, to_timestamp(:created::double precision), 'noted', '')
    on conflict (id) do nothing
    returning id`,
})

export const NOTE_STRIPE_EVENT = statement<{ eventId: string; outcome: string; detail: string }>({
  name: 'note_stripe_event',
  effect: 'within',
  text: `update stripe_event set outcome = :outcome, detail = :detail where id = :eventId`,
})
