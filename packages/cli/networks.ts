/** The networks whose accounts can be connected, as the API's paths name them. */
export const NETWORKS = ['linkedin', 'instagram', 'whatsapp', 'gmail'] as const
export type AccountNetwork = (typeof NETWORKS)[number]

/** The network of a word; null for any other word. */
export const networkOf = (word: string | undefined): AccountNetwork | null =>
  NETWORKS.find((one) => one === word) ?? null
