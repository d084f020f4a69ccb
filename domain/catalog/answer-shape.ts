import Type from 'typebox'

/**
 * The answer of an endpoint as its document describes it: names and types, no prose and no examples. An object is its
 * members, a list is its item in brackets (empty: unknown, or cut), and everything else is one word, see `Scalar`. In a
 * file `#name` refers to a shape of the file's table; in memory there are no references.
 */
export type AnswerShape = string | readonly AnswerShape[] | { readonly [member: string]: AnswerShape }

export const AnswerShapeSchema = Type.Unsafe<AnswerShape>(
  Type.Cyclic(
    {
      Shape: Type.Union([
        Type.String(),
        Type.Array(Type.Ref('Shape'), { maxItems: 1 }),
        Type.Record(Type.String(), Type.Ref('Shape')),
      ]),
    },
    'Shape',
  ),
)

/** Objects within objects; deeper ones are included only as far as the document requires them. */
export const ANSWER_DEPTH_MAX = 4
export const ANSWER_MEMBERS_MAX = 40
/** Members and items of one answer, together: this bound keeps the entire catalog within a few megabytes. */
export const ANSWER_NODES_MAX = 200

const SCALAR_TYPES = ['string', 'integer', 'number', 'boolean', 'null', 'any'] as const
export type ScalarType = (typeof SCALAR_TYPES)[number]

/** Formats whose values are generated differently from other text. */
export const ANSWER_FORMATS = [
  'date-time',
  'date',
  'time',
  'email',
  'uri',
  'hostname',
  'uuid',
  'ipv4',
  'ipv6',
  'byte',
] as const
export type AnswerFormat = (typeof ANSWER_FORMATS)[number]

/**
 * One value: `string`, `string:email`, `string=open` (the first of its allowed values), `integer[0..100]`,
 * `string[2..2]` (its length).
 */
export interface Scalar {
  readonly type: ScalarType
  readonly format?: AnswerFormat
  /** The bounds: of a number its value, of a text its length. */
  readonly least?: number
  readonly most?: number
  readonly value?: string | number | boolean
}

export function writeScalar({ type, format, least, most, value }: Scalar): string {
  const range = least === undefined && most === undefined ? '' : `[${least ?? ''}..${most ?? ''}]`
  return `${type}${format === undefined ? '' : `:${format}`}${range}${value === undefined ? '' : `=${value}`}`
}

/** The reverse; a text that is no scalar means any value. */
export function readScalar(text: string): Scalar {
  const [, name, formatName, least, most, written] =
    /^([a-z]+)(?::([a-z0-9-]+))?(?:\[([^[\].]*(?:\.\d+)?)\.\.([^[\]]*)\])?(?:=([^]*))?$/.exec(text) ?? []
  const type = SCALAR_TYPES.find((one) => one === name) ?? 'any'
  const format = ANSWER_FORMATS.find((one) => one === formatName)
  return {
    type,
    ...(format !== undefined && { format }),
    ...(least !== undefined && least !== '' && { least: Number(least) }),
    ...(most !== undefined && most !== '' && { most: Number(most) }),
    ...(written !== undefined && { value: valueOf(type, written) }),
  }
}

function valueOf(type: ScalarType, written: string): string | number | boolean {
  if (type === 'integer' || type === 'number') return Number(written)
  return type === 'boolean' ? written === 'true' : written
}

export const isItems = (shape: AnswerShape): shape is readonly AnswerShape[] => Array.isArray(shape)
export const isMembers = (shape: AnswerShape): shape is { readonly [member: string]: AnswerShape } =>
  typeof shape === 'object' && !Array.isArray(shape)

/** The members at the top of an answer, or of the items of a list; empty if there are none. */
export function topMembers(shape: AnswerShape): string[] {
  if (isItems(shape)) return shape[0] === undefined ? [] : topMembers(shape[0])
  return isMembers(shape) ? Object.keys(shape) : []
}

/** The names of all members of an answer, at every depth. */
export function namesIn(shape: AnswerShape | undefined): string[] {
  if (shape === undefined || typeof shape === 'string') return []
  if (isItems(shape)) return shape.flatMap(namesIn)
  return Object.entries(shape).flatMap(([name, inner]) => [name, ...namesIn(inner)])
}
