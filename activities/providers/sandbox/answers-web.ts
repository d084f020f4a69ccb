import type { JsonObject } from '../../../domain/providers/manifest.ts'
import type { Seed } from './seed.ts'
import { slugOf, textAt } from './subject.ts'

const LIMIT_DEFAULT = 10

const limitOf = (input: JsonObject): number => (typeof input.limit === 'number' ? input.limit : LIMIT_DEFAULT)

export function socialProfile(input: JsonObject, seed: Seed): JsonObject {
  const platform = textAt(input, 'platform') ?? 'x'
  const stated = textAt(input, 'handle') ?? textAt(input, 'url')?.split(/[?#]/)[0]?.split('/').findLast((part) => part !== '')
  const handle = slugOf(stated ?? 'sample', '_')
  return {
    platform,
    handle,
    name: `${handle} (simulated)`,
    bio: 'Simulated profile for tests.',
    url: `https://${platform}.example/${handle}`,
    followers: seed.number('followers', 120, 90_000),
    following: seed.number('following', 10, 2_000),
    posts: seed.number('posts', 3, 4_000),
    verified: seed.pick('verified', [true, false]),
    avatar_url: `https://avatars.example.com/${handle}.png`,
  }
}

export function socialSearch(input: JsonObject, seed: Seed): JsonObject {
  const platform = textAt(input, 'platform') ?? 'x'
  const query = textAt(input, 'query') ?? 'simulation'
  return {
    items: Array.from({ length: limitOf(input) }, (_, index) => {
      const handle = `sample_${seed.number(`author${index}`, 100, 999)}`
      return {
        platform,
        handle,
        author_name: `Sample Author ${index + 1} (simulated)`,
        author_url: `https://${platform}.example/${handle}`,
        post_url: `https://${platform}.example/${handle}/${seed.id(`post${index}`)}`,
        text: `Simulated post ${index + 1} about ${query}.`,
        posted_at: `2024-11-${String(28 - (index % 28)).padStart(2, '0')}T09:00:00Z`,
        likes: seed.number(`likes${index}`, 0, 900),
        comments: seed.number(`comments${index}`, 0, 90),
        shares: seed.number(`shares${index}`, 0, 40),
      }
    }),
  }
}

export function webSearch(input: JsonObject, seed: Seed): JsonObject {
  const query = textAt(input, 'query') ?? 'simulation'
  const limit = limitOf(input)
  const page = typeof input.page === 'number' ? input.page : 1
  return {
    results: Array.from({ length: limit }, (_, index) => {
      const position = (page - 1) * limit + index + 1
      return {
        position,
        title: `Simulated result ${position} for ${query}`,
        url: `https://www.example.com/${slugOf(query, '-')}/${position}-${seed.id(`hit${position}`)}`,
        snippet: `Simulated text that mentions ${query}.`,
        published_at: null,
      }
    }),
  }
}
