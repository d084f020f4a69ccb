import { wordsOf } from '../words/tokenize.ts'

/** The segments of a path, each as one word, without those that are only a placeholder. */
export const segmentsOf = (endpoint: string): string[] =>
  endpoint
    .split('/')
    .map(segmentWord)
    .filter((word) => word !== '')

/** `api_keys`, `apiKeys`, `api-keys` and `API-Keys.json` are one word. */
export function segmentWord(segment: string): string {
  return wordsOf(segment.replace(/\{[^{}]*\}/g, '').replace(/\.(?:json|xml)$/i, '')).join('-')
}
