import { expect, it } from '@jest/globals'
import { KNOWN_ACTORS } from '../../../domain/catalog/providers/actors.ts'
import { actorByName } from '../../../domain/outbound/actor-names.ts'

it.each(KNOWN_ACTORS.map(({ actor }) => actor))('%s of the catalog reads', (actor) => {
  expect(actorByName(actor)).toBe('reads')
})

/** Names as public lists of actors spell them, and shapes that are not in any list. */
it.each([
  'nwua9Gu5YrADL7ZDj',
  'maxcopell~tripadvisor',
  'moving_beacon~smart-tool',
  'me~robot7',
  'someone~search-and-message',
  'someone~scraper-bot',
  'someone~post-jobs',
  'instagram-scraper',
])('%s may send, because its name does not state that it only reads', (actor) => {
  expect(actorByName(actor)).toBe('may send')
})

it.each([
  'apify~instagram-api-scraper',
  'apify~instagram-comment-scraper',
  'apify~facebook-search-scraper',
  'apify~puppeteer-scraper',
  'apify~playwright-scraper',
  'apify~screenshot-url',
  'apify~google-search-results-scraper',
  'bernardo~email-extractor',
  'anchor~email-check-verify-validate',
  'microworlds~smtp-email-verifier',
  'vdrmota~contact-info-scraper',
  'curious_coder~linkedin-post-search-scraper',
  'harvestapi~linkedin-post-search',
  'harvestapi~linkedin-profile-search',
  'harvestapi~linkedin-post-comments-scraper',
  'dev_fusion~Linkedin-Profile-Scraper',
  'apimaestro~linkedin-profile-detail-scraper',
  'apidojo~tweet-scraper',
  'apidojo~twitter-scraper-lite',
  'danek~twitter-scraper-ppr',
  'quacker~twitter-url-scraper',
  'clockworks~free-tiktok-scraper',
  'clockworks~tiktok-comments-scraper',
  'streamers~youtube-channel-scraper',
  'pintostudio~youtube-transcript-scraper',
  'epctex~youtube-video-downloader',
  'misceres~indeed-scraper',
  'bebity~linkedin-jobs-scraper',
  'valig~linkedin-jobs-scraper',
  'tri_angle~airbnb-scraper',
  'maxcopell~zillow-detail-scraper',
  'lukaskrivka~google-maps-with-contact-details',
  'junglee~amazon-crawler',
  'junglee~amazon-reviews-scraper',
  'drobnikj~crawler-google-places',
  'compass~google-maps-reviews-scraper',
  'poidata~google-maps-email-extractor',
  'code_crafter~leads-finder',
  'logical_scrapers~extract-email-from-any-website',
  'easyapi~telegram-channel-message-scraper',
  'cheapget~telegram-group-message-scraper',
  'easyapi~facebook-messages-extractor',
  'jupri~skip-trace-lookup',
  'dtrungtin~ebay-items-scraper',
  'newpo~email-newsletter-scraper',
  'lhotanova~google-news-scraper',
  'tri_angle~website-changes-monitor',
  'jancurn~extract-metadata',
  'mtrunkat~url-list-download-html',
  'someone~webcrawler',
  'someone~likeSearch',
])('%s reads', (actor) => {
  expect(actorByName(actor)).toBe('reads')
})

it.each([
  'apify~send-mail',
  'apify~sendmail',
  'someone~emailsender',
  'someone~bulk-emailer',
  'someone~bulkEmailer',
  'someone~cold-email',
  'someone~email-blast',
  'someone~smtp',
  'someone~linkedin-auto-connect',
  'someone~linkedin-message-automation',
  'someone~auto-message',
  'someone~auto-reply',
  'someone~autoreply',
  'someone~whatsapp-bot',
  'someone~mail2send',
  'someone~message-all',
  'someone~linkedin-invite',
  'someone~instagram-dm',
  'someone~tweet-poster',
  'someone~auto-follow',
  'someone~instagram-auto-like-search',
  'someone~linkedin-outreach',
  'someone~sms',
  'someone~telegram-chatbot',
  'someone~discord-messenger',
  'someone~scrape-and-send',
  'someone~find-and-message',
  'someone~post-to-account',
  'sendmail',
])('%s sends', (actor) => {
  expect(actorByName(actor)).toBe('sends')
})
