/**
 * The spellings under which a mail's id may be stored, of an expression with an id as `readMessageId` reads it: an
 * earlier version kept an id without angle brackets as it came.
 */
export const spelledSql = (id: string): string => `array[${id}, btrim(${id}, '<>'), '<' || btrim(${id}, '<>') || '>']`
