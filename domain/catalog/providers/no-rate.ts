/** The note of a provider without published rates. */
export const NO_RATE = 'No published rate is known here.'
