/** The columns by which the answer of an attempt `c` to run `r` counts: its row of `offer_hits_day`. */
export const HIT_KEY = 'day, provider, capability, fields, country, after'

/** The values of `HIT_KEY`; an answer after two misses has two rows. `missed` is joined by `HIT_JOINS`. */
export const HIT_VALUES = `(c.finished_at at time zone 'UTC')::date as day, c.provider, r.capability,
        r.plan -> 'shape' ->> 'fields' as fields,
        case when missed.provider is null then coalesce(r.plan -> 'shape' ->> 'country', '') else '' end as country,
        coalesce(missed.provider, '') as after`

export const HIT_JOINS = `join run r on r.id = c.run_id
        left join attempt missed
          on missed.run_id = c.run_id and missed.number < c.number and missed.outcome = 'no_match'`

/** Of the run's plan: sends and raw calls find nothing. */
export const IS_LOOKUP = `r.plan ? 'shape' and not (r.plan ->> 'sends')::boolean`
