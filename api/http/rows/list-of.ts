/** Accepts `a,b` as well as a repeated parameter. */
export const listOf = (given: string | readonly string[]): string[] =>
  (typeof given === 'string' ? [given] : given).flatMap((part) => part.split(',')).map((part) => part.trim())
