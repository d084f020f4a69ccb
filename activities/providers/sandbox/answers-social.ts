import { SOCIAL_COMMENTS_LIMIT_DEFAULT } from '../../../domain/capabilities/social-comments.ts'
import { SOCIAL_POSTS_LIMIT_DEFAULT } from '../../../domain/capabilities/social-posts.ts'
import { SOCIAL_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/social-search.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { listOf } from './lists.ts'
import { momentOf, simulatedPost } from './records.ts'
import type { Seed } from './seed.ts'
import { slugOf, textAt } from './subject.ts'

const platformOf = (input: JsonObject): string => textAt(input, 'platform') ?? 'x'

/** The account that an input names, by its handle or the last part of its URL. */
function handleOf(input: JsonObject): string {
  const stated =
    textAt(input, 'handle') ??
    textAt(input, 'url')
      ?.split(/[?#]/)[0]
      ?.split('/')
      .findLast((part) => part !== '')
  return slugOf(stated ?? 'sample', '_')
}

export function socialProfile(input: JsonObject, seed: Seed): JsonObject {
  const platform = platformOf(input)
  const handle = handleOf(input)
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

export function socialPosts(input: JsonObject, seed: Seed): JsonObject {
  const platform = platformOf(input)
  const handle = handleOf(input)
  return {
    items: listOf(input, SOCIAL_POSTS_LIMIT_DEFAULT, (position) =>
      simulatedPost(seed, position, {
        platform,
        handle,
        author: `${handle} (simulated)`,
        text: `Simulated post ${position} of ${handle}.`,
      }),
    ),
  }
}

export function socialSearch(input: JsonObject, seed: Seed): JsonObject {
  const platform = platformOf(input)
  const query = textAt(input, 'query') ?? 'simulation'
  return {
    items: listOf(input, SOCIAL_SEARCH_LIMIT_DEFAULT, (position) =>
      simulatedPost(seed, position, {
        platform,
        handle: `sample_${seed.number(`author ${position}`, 100, 999)}`,
        author: `Sample Author ${position} (simulated)`,
        text: `Simulated post ${position} about ${query}.`,
      }),
    ),
  }
}

export function socialComments(input: JsonObject, seed: Seed): JsonObject {
  const platform = platformOf(input)
  const postUrl = textAt(input, 'post_url') ?? null
  return {
    items: listOf(input, SOCIAL_COMMENTS_LIMIT_DEFAULT, (position) => {
      const handle = `sample_${seed.number(`author ${position}`, 100, 999)}`
      return {
        platform,
        handle,
        author_name: `Sample Author ${position} (simulated)`,
        author_url: `https://${platform}.example/${handle}`,
        post_url: postUrl,
        comment_url: `https://${platform}.example/comments/${seed.id(`comment ${position}`)}`,
        text: `Simulated comment ${position}.`,
        posted_at: momentOf(position),
        likes: seed.number(`likes ${position}`, 0, 90),
        replies: seed.number(`replies ${position}`, 0, 9),
      }
    }),
  }
}
