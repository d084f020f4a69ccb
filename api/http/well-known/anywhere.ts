/**
 * Pages of other origins may read such a document and revalidate it: it is the same for every reader and holds no data
 * of a customer.
 */
export const READABLE_ANYWHERE = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': 'Content-Type, If-None-Match',
  'Access-Control-Expose-Headers': 'ETag',
} as const
