import type { Capability } from './capability.ts'
import { booleanOut, countOut, input, output, platform, platformOut, text, textOut, url, urlOut } from './fields.ts'

export const socialProfile: Capability = {
  slug: 'social.profile',
  title: 'Social profile',
  category: 'social',
  description: 'Reads a public profile on a social network: name, biography, audience and number of posts.',
  billing: 'on_match',
  inputSchema: input({
    required: { platform: platform(['instagram', 'tiktok', 'youtube']) },
    optional: {
      handle: text('The account name, with or without a leading @.', 200),
      url: url('The address of the profile.'),
    },
    enough: [['handle'], ['url']],
  }),
  outputSchema: output({
    platform: platformOut(),
    handle: textOut(),
    name: textOut(),
    bio: textOut(),
    url: urlOut(),
    followers: countOut(),
    following: countOut(),
    posts: countOut(),
    verified: booleanOut(),
    avatar_url: urlOut(),
  }),
  sends: false,
  exampleInput: { platform: 'instagram', handle: 'robin.sample' },
}
