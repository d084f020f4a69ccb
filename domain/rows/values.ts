/**
 * How values in the data of rows read, for comparing and ordering them. Each pattern is written so that JavaScript and
 * PostgreSQL understand it alike: what one of them takes for a number or a time, the other takes too.
 */

/**
 * Text that is a number: as JSON writes it, without an exponent, in at most 31 digits on either side of the point. Signs
 * and zeros in front are left out on purpose: `+15550100123` is a phone, `02134` a postal code, and `1e5` an id.
 */
export const NUMBER_TEXT = '^-?(0|[1-9][0-9]{0,30})([.][0-9]{1,31})?$'
const NUMBER = new RegExp(NUMBER_TEXT)

export const isNumberText = (text: string): boolean => NUMBER.test(text)

/** Text that is a time, apart from days that no month has: a day, or a day and a time with or without an offset. */
export const TIME_TEXT = '^(000[1-9]|00[1-9][0-9]|0[1-9][0-9][0-9]|[1-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
  + '([Tt ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?([Zz]|[+-](0[0-9]|1[0-4]):?[0-5][0-9])?)?$'

/** An offset at the end of such a text; without one it is UTC. */
export const OFFSET_TEXT = '([Zz]|[+-][0-9]{2}:?[0-9]{2})$'
/** What is beyond milliseconds, which the API does not show and JavaScript does not keep. */
export const BEYOND_MILLISECONDS_TEXT = '([.][0-9]{3})[0-9]+'

/** Texts are ordered by so many of their first characters, so that a cursor that carries one stays small. */
export const ORDERED_TEXT_LENGTH = 200
