import { describe, expect, it } from '@jest/globals'
import { readEmbeddingSettings } from '../../../domain/settings/embeddings.ts'

const read = (more: Readonly<Record<string, string>>) =>
  readEmbeddingSettings({ DISCOVER_EMBEDDINGS_URL: 'https://api.example.com/v1/embeddings', ...more })

describe('the settings of the embeddings service', () => {
  it('are absent without its URL', () => {
    expect(readEmbeddingSettings({ DISCOVER_EMBEDDINGS_KEY: 'k' })).toBeNull()
    expect(readEmbeddingSettings({ DISCOVER_EMBEDDINGS_URL: ' ' })).toBeNull()
  })

  it('have a model, no key and a budget by default', () => {
    expect(read({})).toEqual({
      url: 'https://api.example.com/v1/embeddings',
      model: 'text-embedding-3-small',
      key: null,
      budgetMs: 150,
    })
    expect(
      read({ DISCOVER_EMBEDDINGS_MODEL: 'm', DISCOVER_EMBEDDINGS_KEY: 'k', DISCOVER_EMBEDDINGS_BUDGET: '1s' }),
    ).toMatchObject({ model: 'm', key: 'k', budgetMs: 1_000 })
  })

  it('take the address of the service, or that of the endpoint', () => {
    const urlOf = (url: string) => read({ DISCOVER_EMBEDDINGS_URL: url })?.url
    expect(urlOf('http://10.0.0.8:8000')).toBe('http://10.0.0.8:8000/v1/embeddings')
    expect(urlOf('https://example.com/openai/embeddings?version=1')).toBe(
      'https://example.com/openai/embeddings?version=1',
    )
  })

  it.each(['vectors', 'ftp://example.com', 'https://user:secret@example.com'])(
    'refuse %s, and never quote it',
    (url) => {
      expect(() => read({ DISCOVER_EMBEDDINGS_URL: url })).toThrow(/^DISCOVER_EMBEDDINGS_URL must be a URL/)
      expect(() => read({ DISCOVER_EMBEDDINGS_URL: url })).not.toThrow(url)
    },
  )
})
