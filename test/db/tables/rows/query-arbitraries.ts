import fc from 'fast-check'
import type { Json, JsonObject } from '../../../../domain/json/json.ts'
import type { SampleRow } from './sample-rows.ts'

/** Values of every kind that share something with another one. */
const VALUES: readonly Json[] = [
  0,
  5,
  -5,
  10,
  9,
  2.5,
  1e21,
  1e-7,
  '5',
  '5.0',
  '05',
  '+5',
  '10',
  '9',
  '-5',
  '1e3',
  ' 5',
  '',
  ' ',
  'Ada',
  'ada',
  'Zoë',
  'ZOË',
  "it's",
  '"',
  '%',
  '_',
  '\\',
  '$1',
  '👋 hi',
  'x'.repeat(300),
  true,
  false,
  'true',
  null,
  [],
  {},
  [''],
  [1, '2', 'Ada', null, true],
  ['ada'],
  { b: 5 },
  { b: { c: 'deep' } },
  [{ b: 1 }],
  '2026-01-01',
  '2026-01-10T08:30:00Z',
  '2026-01-10T08:30:00+02:00',
  '2026-02-31',
  '2026-01-10T08:30:00.123456789Z',
  '2026-01-10T08:30:00.123Z',
  '0000-01-01',
  '2026-13-01T99:00Z',
  '-7d',
  '+4d',
  'null',
  '; drop table table_row; --',
]
const NAMES = [
  'a',
  'b',
  'a.b',
  'a.b.c',
  'a.0',
  'a.-1',
  'a.0.b',
  'c.d',
  '$1',
  "it's",
  '"',
  'toString',
  'constructor',
  'hasOwnProperty',
  'a..b',
  '.',
  'NULL',
  '👋',
]

export const ROWS: readonly SampleRow[] = VALUES.map((value, nth): SampleRow => ({
  key: `ada${nth}@example.com`,
  data: {
    a: value,
    b: VALUES[(nth * 7) % VALUES.length] ?? null,
    'c.d': nth % 4,
    c: { d: 'nested' },
    ...(nth % 5 === 0 ? { 'a.b': VALUES[(nth + 3) % VALUES.length] ?? null } : {}),
    ...(nth % 3 === 0
      ? { "it's": nth, '"': `${nth}`, $1: nth % 2 === 0, toString: 'own', '👋': 'wave', '.': nth }
      : {}),
  },
  status: ['new', 'New', 'contacted', '5', null][nth % 5] ?? null,
  nextAt: nth % 4 === 0 ? null : new Date(Date.UTC(2026, 0, nth % 28, 12)).toISOString(),
  touches: nth % 3,
  lastTouchAt: nth % 3 === 0 ? null : `2026-01-${String((nth % 20) + 1).padStart(2, '0')}T10:00:00.123987Z`,
}))

const value = fc.constantFrom(...VALUES)
export const scalar = fc.constantFrom(...VALUES.filter((one) => typeof one !== 'object' || one === null))
export const dataName = fc.constantFrom(...NAMES)
export const timeName = fc.constantFrom('next_at', 'last_touch_at', 'last_reply_at', 'row_created_at', 'row_updated_at')
const time = fc.constantFrom(
  '-7d',
  '+4d',
  '-100h',
  '2026-01-10',
  '2026-01-08T12:00:00Z',
  '2026-01-05T10:00:00.123Z',
  '2026-01-10T00:00:00.000+00:00',
)
export const textName = fc.constantFrom('key', 'status', 'last_touch_channel', 'last_reply_class')
const text = fc.constantFrom('new', 'New', 'none', '5', 'ada5@example.com', 'email', '', 'n', 'x')

const operators = (
  operand: fc.Arbitrary<Json>,
  contains: fc.Arbitrary<Json>,
  bound: fc.Arbitrary<Json>,
): fc.Arbitrary<JsonObject> =>
  fc
    .record<JsonObject>(
      {
        eq: operand,
        ne: operand,
        in: fc.array(operand, { minLength: 1, maxLength: 12 }),
        nin: fc.array(operand, { minLength: 1, maxLength: 12 }),
        exists: fc.boolean(),
        empty: fc.boolean(),
        contains,
        gt: bound,
        gte: bound,
        lt: bound,
        lte: bound,
      },
      { requiredKeys: [] },
    )
    .filter((request) => Object.keys(request).length > 0)
    .map((request) => Object.fromEntries(Object.entries(request).slice(0, 2)))

const orNull = (operand: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.oneof({ weight: 8, arbitrary: operand }, { weight: 1, arbitrary: fc.constant(null) })
const bound = scalar.filter((one) => typeof one === 'string' || typeof one === 'number')
export const condition: fc.Arbitrary<[string, Json]> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(
      dataName,
      fc.oneof(
        scalar,
        operators(
          scalar,
          scalar.filter((one) => one !== null),
          bound,
        ),
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      timeName,
      fc.oneof(
        time,
        operators(orNull(time), time, time).map(({ contains: _none, ...rest }) => ({ exists: true, ...rest })),
      ),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(textName, fc.oneof(text, operators(orNull(text), text, text))) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant('touches'),
      fc.oneof(
        fc.constantFrom<Json>(0, 1, '1', '2.0'),
        fc.constantFrom<JsonObject>({ gt: 0 }, { lte: '1' }, { nin: [0, '2'] }),
      ),
    ),
  },
)
export const order = fc.option(
  fc
    .tuple(fc.constantFrom('', '-'), fc.oneof(dataName, timeName, textName, fc.constant('touches')))
    .map((parts) => parts.join('')),
  { nil: undefined },
)

/** Anything that JSON can express, with real members and operators in it. */
export const anything: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    value,
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.bigInt().map(String),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom(
          'eq',
          'ne',
          'in',
          'nin',
          'exists',
          'empty',
          'contains',
          'gt',
          'lte',
          '$gt',
          'or',
          '__proto__',
          'constructor',
        ),
        fc.string(),
      ),
      tie('json'),
      { maxKeys: 4 },
    ),
  ),
})).json
