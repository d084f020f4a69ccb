import { describe, expect, it } from '@jest/globals'
import { eventsOf } from '../../../domain/watches/events.ts'
import { KEYS_PER_EVENT_MAX } from '../../../domain/events/types.ts'
import { KEY_SHOWN_LENGTH_MAX } from '../../../domain/watches/limits.ts'

const found = (key: string) => ({ key, content: key, record: { key }, keyHash: key, contentHash: key })
const keysInEvent = (keys: readonly string[]): unknown =>
  eventsOf({
    watch: { id: 'watch_1', webhook: true },
    refresh: { refreshId: 'refresh_1', runId: 'run_1' },
    pause: null,
    runError: null,
    compared: { added: keys.map(found), changed: [], unchanged: [] },
  }).map(({ data }) => ('new_keys' in data ? data.new_keys : null))[0]

describe('the event of a refresh', () => {
  it('names its first records, shortened, in text that every reader of JSON accepts', () => {
    const long = `${'a'.repeat(KEY_SHOWN_LENGTH_MAX - 1)}😀😀`
    const keys = keysInEvent([long, ...Array.from({ length: KEYS_PER_EVENT_MAX }, (_, index) => `key ${index}`)])
    expect(keys).toEqual([
      `${'a'.repeat(KEY_SHOWN_LENGTH_MAX - 1)}\ufffd`,
      ...Array.from({ length: KEYS_PER_EVENT_MAX - 1 }, (_, index) => `key ${index}`),
    ])
    expect(JSON.stringify(keys)).not.toMatch(/\\ud[89a-f]/i)
  })
})
