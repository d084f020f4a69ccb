import { expect } from '@jest/globals'
import type { JsonObject } from '../../../domain/json/json.ts'

export interface Row {
  readonly capability: string
  readonly input: JsonObject
  readonly fixture: string
  readonly actor: string
  readonly sent: JsonObject
  readonly cap: string
  readonly output: JsonObject
  readonly units: number
}

const POST_URL = {
  instagram: 'https://www.instagram.com/p/Sample1/',
  tiktok: 'https://tiktok.com/@robin.sample/video/700000001',
  youtube: 'https://youtu.be/sampleVid01',
  reddit: 'https://www.reddit.com/r/sample/comments/1/',
}
const REDDIT = 'trudax~reddit-scraper-lite'
const TWEETS = 'kaitoeasyapi~twitter-x-data-tweet-scraper-pay-per-result-cheapest'

export const ROWS: readonly Row[] = [
  {
    capability: 'social.profile',
    input: { platform: 'instagram', handle: '@robin.sample' },
    fixture: 'instagram-profile',
    actor: 'apify~instagram-profile-scraper',
    sent: { usernames: ['robin.sample'] },
    cap: '0.003',
    units: 1,
    output: {
      platform: 'instagram',
      handle: 'robin.sample',
      name: 'Robin Sample',
      bio: 'Pictures of examples.',
      url: 'https://www.instagram.com/robin.sample/',
      followers: 1234,
      following: 56,
      posts: 78,
      verified: true,
      avatar_url: 'https://cdn.example.com/robin-hd.jpg',
    },
  },
  {
    capability: 'social.profile',
    input: { platform: 'tiktok', url: 'https://www.tiktok.com/@robin.sample?lang=en' },
    fixture: 'tiktok-videos',
    actor: 'clockworks~tiktok-profile-scraper',
    sent: { profiles: ['robin.sample'], resultsPerPage: 1 },
    cap: '0.003',
    units: 1,
    output: {
      platform: 'tiktok',
      handle: 'robin.sample',
      followers: 4321,
      following: 12,
      posts: 34,
      verified: false,
      bio: 'Videos of examples.',
    },
  },
  {
    capability: 'social.profile',
    input: { platform: 'youtube', handle: 'robinsample' },
    fixture: 'youtube-channel',
    actor: 'streamers~youtube-channel-scraper',
    sent: {
      startUrls: [{ url: 'https://www.youtube.com/@robinsample' }],
      maxResults: 1,
      maxResultsShorts: 0,
      maxResultStreams: 0,
    },
    cap: '0.003',
    units: 1,
    output: {
      platform: 'youtube',
      handle: 'robinsample',
      name: 'Robin Sample',
      followers: 98765,
      following: null,
      posts: 321,
      verified: true,
    },
  },
  {
    capability: 'social.posts',
    input: { platform: 'instagram', url: 'https://instagram.com/robin.sample/', limit: 2 },
    fixture: 'instagram-posts',
    actor: 'apify~instagram-scraper',
    sent: { directUrls: ['https://www.instagram.com/robin.sample/'], resultsType: 'posts', resultsLimit: 2 },
    cap: '0.0054',
    units: 2,
    output: {
      items: [
        expect.objectContaining({
          post_url: 'https://www.instagram.com/p/Sample1/',
          likes: 10,
          comments: 1,
          posted_at: '2026-10-01T09:30:00.000Z',
        }),
        expect.objectContaining({ likes: null }),
      ] as never,
    },
  },
  {
    capability: 'social.posts',
    input: { platform: 'tiktok', handle: 'robin.sample' },
    fixture: 'tiktok-videos',
    actor: 'clockworks~tiktok-profile-scraper',
    sent: { profiles: ['robin.sample'], resultsPerPage: 10 },
    cap: '0.03',
    units: 2,
    output: {
      items: [
        expect.objectContaining({
          text: 'Example video 1',
          likes: 100,
          comments: 4,
          shares: 1,
          handle: 'robin.sample',
        }),
        expect.anything(),
      ] as never,
    },
  },
  {
    capability: 'social.posts',
    input: { platform: 'x', handle: 'robinsample', limit: 2 },
    fixture: 'x-tweets',
    actor: TWEETS,
    sent: { searchTerms: ['from:robinsample'], maxItems: 20 },
    cap: '0.0055',
    units: 2,
    output: {
      items: [
        expect.objectContaining({
          text: 'Example tweet 1',
          posted_at: '2026-04-01T15:36:19.000Z',
          likes: 11,
          shares: 2,
          author_url: 'https://x.com/robinsample',
        }),
        expect.anything(),
      ] as never,
    },
  },
  {
    capability: 'social.posts',
    input: { platform: 'youtube', url: 'https://www.youtube.com/channel/UCsample', limit: 5 },
    fixture: 'youtube-videos',
    actor: 'streamers~youtube-scraper',
    sent: { startUrls: [{ url: 'https://www.youtube.com/channel/UCsample' }], maxResults: 5 },
    cap: '0.02',
    units: 2,
    output: {
      items: [
        expect.objectContaining({
          text: 'Example 1\n\nWhat example 1 is about.',
          posted_at: '2026-09-01T08:00:00.000Z',
          likes: 30,
        }),
        expect.objectContaining({ posted_at: null }),
      ] as never,
    },
  },
  {
    capability: 'social.search',
    input: { platform: 'instagram', query: '#example' },
    fixture: 'instagram-posts',
    actor: 'apify~instagram-hashtag-scraper',
    sent: { hashtags: ['example'], keywordSearch: false, resultsLimit: 10 },
    cap: '0.026',
    units: 3,
    output: { items: [expect.anything(), expect.anything(), expect.anything()] as never },
  },
  {
    capability: 'social.search',
    input: { platform: 'x', query: 'developer tools', limit: 30 },
    fixture: 'x-tweets',
    actor: TWEETS,
    sent: { searchTerms: ['developer tools'], maxItems: 30 },
    cap: '0.01251',
    units: 3,
    output: { items: [expect.anything(), expect.anything(), expect.anything()] as never },
  },
  {
    capability: 'social.search',
    input: { platform: 'youtube', query: 'examples', limit: 2 },
    fixture: 'youtube-videos',
    actor: 'streamers~youtube-scraper',
    sent: { searchQueries: ['examples'], maxResults: 2 },
    cap: '0.008',
    units: 2,
    output: { items: [expect.anything(), expect.anything()] as never },
  },
  {
    capability: 'social.comments',
    input: { platform: 'instagram', post_url: POST_URL.instagram },
    fixture: 'instagram-comments',
    actor: 'apify~instagram-comment-scraper',
    sent: { directUrls: [POST_URL.instagram], resultsLimit: 10 },
    cap: '0.026',
    units: 1,
    output: {
      items: [
        expect.objectContaining({ text: 'What an example.', handle: 'alex.sample', likes: 3, replies: 1 }),
      ] as never,
    },
  },
  {
    capability: 'social.comments',
    input: { platform: 'tiktok', post_url: POST_URL.tiktok, limit: 4 },
    fixture: 'tiktok-comments',
    actor: 'clockworks~tiktok-comments-scraper',
    sent: { postURLs: ['https://www.tiktok.com/@robin.sample/video/700000001'], commentsPerPost: 4 },
    cap: '0.005001',
    units: 1,
    output: {
      items: [
        expect.objectContaining({
          handle: 'alex.sample',
          likes: 42,
          replies: 5,
          posted_at: '2026-10-01T10:00:00.000Z',
        }),
      ] as never,
    },
  },
  {
    capability: 'social.comments',
    input: { platform: 'youtube', post_url: POST_URL.youtube, limit: 4 },
    fixture: 'youtube-comments',
    actor: 'streamers~youtube-comments-scraper',
    sent: { startUrls: [{ url: POST_URL.youtube }], maxComments: 4 },
    cap: '0.009001',
    units: 1,
    output: {
      items: [expect.objectContaining({ handle: 'alexsample', likes: 7, replies: 2, posted_at: null })] as never,
    },
  },
  {
    capability: 'social.posts',
    input: { platform: 'reddit', url: 'https://www.reddit.com/r/sample/', limit: 5 },
    fixture: 'reddit-posts',
    actor: REDDIT,
    sent: { startUrls: [{ url: 'https://www.reddit.com/r/sample/' }], maxItems: 5, skipComments: true },
    cap: '0.02',
    units: 1,
    output: {
      items: [
        expect.objectContaining({ handle: 'robin_sample', text: 'An example\n\nIn more words.', likes: 12 }),
      ] as never,
    },
  },
  {
    capability: 'social.search',
    input: { platform: 'reddit', query: 'samples', limit: 5 },
    fixture: 'reddit-posts',
    actor: REDDIT,
    sent: { searches: ['samples'], searchPosts: true, maxItems: 5 },
    cap: '0.02',
    units: 1,
    output: { items: [expect.objectContaining({ comments: 3 })] as never },
  },
  {
    capability: 'social.comments',
    input: { platform: 'reddit', post_url: POST_URL.reddit, limit: 4 },
    fixture: 'reddit-comments',
    actor: REDDIT,
    sent: { startUrls: [{ url: POST_URL.reddit }], maxComments: 4, maxItems: 5 },
    cap: '0.02',
    units: 1,
    output: {
      items: [
        expect.objectContaining({ handle: 'kim_sample', likes: 4, replies: 1, post_url: POST_URL.reddit }),
      ] as never,
    },
  },
  {
    capability: 'linkedin.jobs',
    input: {
      query: 'data engineer',
      company: 'example works',
      location: 'Germany',
      posted_within: 'week',
      remote: true,
    },
    fixture: 'linkedin-jobs',
    actor: 'curious_coder~linkedin-jobs-scraper',
    sent: {
      urls: [
        'https://www.linkedin.com/jobs/search/?keywords=data+engineer+%22example+works%22&location=Germany&f_TPR=r604800&f_WT=2',
      ],
      count: 10,
    },
    cap: '0.02',
    units: 1,
    output: {
      items: [
        expect.objectContaining({ company: 'Example Works', salary: '€60,000.00 to €80,000.00', applicants: 25 }),
      ] as never,
    },
  },
]
