import Type, { type Static } from 'typebox'
import { closed, Money, nullable, Timestamp, UsdAmount } from './common.ts'
import { named } from './named.ts'

/** The spend controls and what they have counted today (Spec 4.10; decisions, "spend guard"). */
export const SpendGuard = named(
  'SpendGuard',
  closed({
    enabled: Type.Boolean(),
    daily_limit: nullable(Money),
    per_run_limit: nullable(Money),
    spent_today: Money,
    settled_today: Money,
    held_now: Money,
    remaining: nullable(Money, { description: 'null if there is no daily limit.' }),
    resets_at: Timestamp,
  }),
)
export type SpendGuard = Static<typeof SpendGuard>

/** The body of `POST /v1/spend-guard`: members that are left out stay as they are. */
export const SpendGuardUpdate = named(
  'SpendGuardUpdate',
  closed(
    {
      enabled: Type.Optional(Type.Boolean()),
      daily_limit: Type.Optional(nullable(UsdAmount, { description: 'The cap of a UTC day; null removes it.' })),
      per_run_limit: Type.Optional(
        nullable(UsdAmount, { description: 'The largest hold of a single run; null removes the cap.' }),
      ),
    },
    { minProperties: 1 },
  ),
)
export type SpendGuardUpdate = Static<typeof SpendGuardUpdate>
