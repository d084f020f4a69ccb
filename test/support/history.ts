/** Payloads are base64 inside a history; what they state is what an operator can read. */
export const readable = (text: string): string =>
  `${text} ${[...text.matchAll(/"data":\s*"([^"]+)"/g)].map(([, data]) => Buffer.from(data ?? '', 'base64').toString()).join(' ')}`
