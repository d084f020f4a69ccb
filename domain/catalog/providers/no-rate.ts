/** The note of a provider without published rates. */
export const NO_RATE =
  'No published rate is known here: the hold is 1.00 and the measured cost is charged where the provider reports one.'
