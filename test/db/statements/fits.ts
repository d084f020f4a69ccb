import type { Statement } from '../../../db/statement.ts'

/**
 * Compares the declared types of a statement with what PostgreSQL states of it (`describe.ts`). `described.ts` has one
 * line of this for each statement: `npm run check` fails where the types differ, and shows how.
 */
export type Fits<Differences extends never> = Differences

/** Never, or the values and columns that differ, each as declared and as described. */
export type Difference<Declared, Taken extends object, Returned extends object> =
  Declared extends Statement<infer Values, infer Row> ? OfValues<Values, Taken> | OfColumns<Row, Returned> : never

/** Null where the value of this name, or an element of it, may be null. */
export type Null<Declared, Name extends string, Element = false> =
  Declared extends Statement<infer Values, infer _>
    ? Name extends keyof Values
      ? Element extends true
        ? Values[Name] extends readonly (infer One)[]
          ? Extract<One, null>
          : null
        : Extract<Values[Name], null>
      : null
    : never

/** What a column of json or jsonb contains: the statement's own words state which. */
export interface StoredJson {
  readonly json: 'read'
}

/** An array in PostgreSQL's syntax, for long lists: the driver sends text as it is. */
export type ArrayText = `{${string}}`

/** What the driver sends as JSON: text that is JSON, or an object. It would send a list as an array of PostgreSQL's. */
export interface SentJson {
  readonly json: 'sent'
}

/** PostgreSQL takes a null for every value. A statement generated with positions names none. */
type OfValues<Values, Taken extends object> = Values extends readonly unknown[]
  ? never
  : string extends keyof Values
    ? NotGiven<Taken>
    : {
        [Name in keyof Values | keyof Taken]: Name extends keyof Values
          ? Name extends keyof Taken
            ? IsTaken<Values[Name], Taken[Name]> extends true
              ? never
              : { value: Name; declared: Values[Name]; described: Taken[Name] }
            : { value: Name; described: 'no such value' }
          : { value: Name; declared: 'no such value' }
      }[keyof Values | keyof Taken]

/** A statement without values has a type of values that names none. */
type NotGiven<Taken extends object> = { [Name in keyof Taken]: { value: Name; declared: 'no such value' } }[keyof Taken]

type IsTaken<Declared, Taken> = SentJson extends Taken
  ? [Declared] extends [object | string | null]
    ? HasNone<Declared, readonly unknown[] | Date | Uint8Array>
    : false
  : [Declared] extends [Taken | null]
    ? true
    : false

/** A statement whose rows are only counted declares no columns. */
type OfColumns<Row, Returned extends object> = [object] extends [Row]
  ? never
  : {
      // Not of each row of a union by itself: what one of them has as null, the column has.
      [Name in Extract<keyof Row, string>]: Name extends keyof Returned
        ? IsReturned<Row[Name], Returned[Name]> extends true
          ? never
          : { column: Name; declared: Row[Name]; described: Returned[Name] }
        : { column: Name; described: 'no such column' }
    }[Extract<keyof Row, string>]

/** A declared type may be narrower, as the states of a column are; but it has null exactly where the column has. */
type IsReturned<Declared, Returned> =
  SentOrStored<Returned> extends true
    ? unknown extends Declared
      ? true
      : [HasNone<Declared, Date | bigint | Uint8Array | undefined>, HasNull<Declared>] extends [true, HasNull<Returned>]
        ? true
        : false
    : [Declared] extends [Returned]
      ? [HasNull<Returned>] extends [HasNull<Declared>]
        ? true
        : false
      : false

type SentOrStored<Type> = StoredJson extends Type ? true : false
type HasNull<Type> = null extends Type ? true : false
type HasNone<Type, Refused> = [Extract<Type, Refused>] extends [never] ? true : false
