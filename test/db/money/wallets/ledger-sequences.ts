import fc from 'fast-check'

/** A number in relation to the model's state, so that boundaries are met on purpose. */
export interface Share {
  readonly eighths: number
  readonly more: bigint
}

export type Command =
  | {
      readonly kind: 'credit'
      readonly wallet: number
      readonly amount: bigint
      readonly key: number
    }
  | {
      readonly kind: 'guard'
      readonly wallet: number
      readonly enabled: boolean | undefined
      readonly daily: LimitShare
      readonly perRun: LimitShare
    }
  | { readonly kind: 'accept'; readonly wallet: number; readonly key: number | null }
  | ({
      readonly kind: 'reserve'
      readonly of: 'available' | 'perRun' | 'daily' | 'nothing'
      readonly share: Share
    } & Chosen)
  | ({ readonly kind: 'begin' } & Chosen)
  | ({
      readonly kind: 'record'
      readonly outcome: 'succeeded' | 'provider_error'
      readonly whose: 'own' | 'stale'
    } & Chosen)
  | ({ readonly kind: 'deliver'; readonly share: Share } & Chosen)
  | ({
      readonly kind: 'fail'
      readonly status: 'failed' | 'timed_out' | 'blocked'
      readonly releasesKey: boolean
    } & Chosen)
  | ({ readonly kind: 'miss' } & Chosen)
  | ({ readonly kind: 'cancel'; readonly scoped: boolean } & Chosen)
  | Together

/** Steps of several runs of one wallet that arrive together: the first works alone, the others are one batch. */
export type Together =
  | {
      readonly kind: 'reserve together'
      readonly wallet: number
      readonly runs: readonly (Omit<Extract<Command, { kind: 'reserve' }>, 'kind'> & { readonly full: boolean })[]
    }
  | {
      readonly kind: 'settle together'
      readonly wallet: number
      readonly runs: readonly (Chosen & {
        readonly whose: 'own' | 'stale'
        readonly share: Share
        readonly end: 'delivery' | 'failure'
      })[]
    }

/** Which run a step is about: one that waits for this step, or any, so that steps also come late and again. */
export interface Chosen {
  readonly run: number
  readonly from: 'waiting' | 'any'
}

/** undefined leaves the limit as it is, null switches it off. */
export type LimitShare = Share | null | undefined

/** 2^53 + 1, which no double can represent. */
const BEYOND_DOUBLES = 9_007_199_254_740_993n
/** Forty of them are 4e18, which a bigint column can still store. */
const AMOUNT_MAX = 100_000_000_000_000_000n

const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 1_000n }),
  fc.bigInt({ min: 1n, max: 100_000_000n }),
  fc.constantFrom(BEYOND_DOUBLES, AMOUNT_MAX),
  fc.bigInt({ min: 1n, max: AMOUNT_MAX }),
)
/** Most steps use the first wallet, so that its money runs short and its limits are met. */
const wallet = fc.constantFrom(0, 0, 0, 0, 1, 2, 3)
const offset = fc.constantFrom(0n, 0n, 1n, -1n)
const share: fc.Arbitrary<Share> = fc.record({ eighths: fc.nat(8), more: offset })
const shareOrAbove: fc.Arbitrary<Share> = fc.record({ eighths: fc.nat(10), more: offset })
const limit: fc.Arbitrary<LimitShare> = fc.oneof({ weight: 4, arbitrary: share }, fc.constantFrom(null, undefined))
const chosen = { run: fc.nat(1_000), from: fc.constantFrom('waiting', 'waiting', 'waiting', 'any') }

const of = <const Kind extends Command['kind'], Rest>(
  kind: Kind,
  rest: fc.Arbitrary<Rest>,
): fc.Arbitrary<{ kind: Kind } & Rest> => rest.map((members) => ({ kind, ...members }))

const credit = of('credit', fc.record({ wallet, amount, key: fc.nat(30) }))
const accept = of('accept', fc.record({ wallet, key: fc.option(fc.nat(5)) }))

const hold = {
  ...chosen,
  of: fc.constantFrom(...(['available', 'available', 'perRun', 'daily', 'daily', 'nothing'] as const)),
  share: shareOrAbove,
}
const several = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(one, { minLength: 3, maxLength: 8, size: 'max' })

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: credit },
  {
    weight: 3,
    arbitrary: of(
      'guard',
      fc.record({ wallet, enabled: fc.constantFrom(true, true, true, false, undefined), daily: limit, perRun: limit }),
    ),
  },
  { weight: 12, arbitrary: accept },
  {
    weight: 9,
    arbitrary: of('reserve', fc.record(hold)),
  },
  {
    weight: 6,
    arbitrary: of(
      'reserve together',
      fc.record({ wallet, runs: several(fc.record({ ...hold, full: fc.constantFrom(false, false, false, true) })) }),
    ),
  },
  {
    weight: 6,
    arbitrary: of(
      'settle together',
      fc.record({
        wallet,
        runs: several(
          fc.record({
            ...chosen,
            whose: fc.constantFrom('own', 'own', 'own', 'stale'),
            share: shareOrAbove,
            end: fc.constantFrom('delivery', 'delivery', 'failure'),
          }),
        ),
      }),
    ),
  },
  { weight: 6, arbitrary: of('begin', fc.record(chosen)) },
  {
    weight: 4,
    arbitrary: of(
      'record',
      fc.record({
        ...chosen,
        outcome: fc.constantFrom('succeeded', 'provider_error'),
        whose: fc.constantFrom('own', 'own', 'stale'),
      }),
    ),
  },
  { weight: 5, arbitrary: of('deliver', fc.record({ ...chosen, share: shareOrAbove })) },
  {
    weight: 2,
    arbitrary: of(
      'fail',
      fc.record({ ...chosen, status: fc.constantFrom('failed', 'timed_out', 'blocked'), releasesKey: fc.boolean() }),
    ),
  },
  { weight: 1, arbitrary: of('miss', fc.record(chosen)) },
  { weight: 2, arbitrary: of('cancel', fc.record({ ...chosen, scoped: fc.boolean() })) },
)

/** A few credits and runs first, then any step in any order. */
export const sequenceOf = (commandsMax: number): fc.Arbitrary<Command[]> =>
  fc
    .tuple(
      fc.array(fc.oneof(credit, accept), { minLength: 4, maxLength: 8, size: 'max' }),
      fc.array(command, { minLength: commandsMax / 2, maxLength: commandsMax, size: 'max' }),
    )
    .map(([first, rest]) => [...first, ...rest].slice(0, commandsMax))
