/** An event as it is stored; `data` is its JSON text, byte for byte as it was written. */
export interface KeptEvent {
  readonly id: string
  readonly type: string
  readonly createdAt: Date
  readonly data: string
}

/**
 * The body of every attempt to deliver the event (Spec 6.2.1): made of the kept text, it is the same bytes each time.
 */
export const envelopeText = ({ id, type, createdAt, data }: KeptEvent): string =>
  `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"created_at":"${createdAt.toISOString()}","data":${data}}`
