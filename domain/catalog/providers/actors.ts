import type { ActorPrice } from '../rate.ts'

/** A public actor that many people use, so that it is found by its job and not by its name alone. */
export interface KnownActor {
  /** `<user>~<name>`, as its address spells it. */
  readonly actor: string
  readonly title: string
  readonly tags: readonly string[]
  /** Its results and other names, in single words. */
  readonly words: string
  /**
   * B: the price of its most expensive mode on the smallest plan, as public integrations of it state it. Absent: it is
   * read when the actor is inspected.
   */
  readonly price?: ActorPrice
}

/**
 * Names as the store and public lists of actors spell them; the input of each is read from the actor when it is
 * inspected.
 */
export const KNOWN_ACTORS: readonly KnownActor[] = [
  {
    actor: 'apify~instagram-scraper',
    title: 'Scrape Instagram',
    tags: ['Social media', 'Instagram'],
    words: 'caption comments hashtags likes mentions places posts profiles reels',
    price: { item: '0.0027' },
  },
  {
    actor: 'apify~instagram-profile-scraper',
    title: 'Scrape Instagram profiles',
    tags: ['Social media', 'Instagram'],
    words: 'account bio biography followers following influencers private verified',
    price: { item: '0.0026' },
  },
  {
    actor: 'apify~instagram-post-scraper',
    title: 'Scrape Instagram posts',
    tags: ['Social media', 'Instagram'],
    words: 'caption feed images likes mentions',
  },
  {
    actor: 'apify~instagram-comment-scraper',
    title: 'Scrape Instagram comments',
    tags: ['Social media', 'Instagram'],
    words: 'likes replies',
    price: { item: '0.0026' },
  },
  {
    actor: 'apify~instagram-hashtag-scraper',
    title: 'Scrape Instagram hashtags',
    tags: ['Social media', 'Instagram'],
    words: 'keyword posts reels tag',
    price: { item: '0.0026' },
  },
  {
    actor: 'apify~instagram-reel-scraper',
    title: 'Scrape Instagram reels',
    tags: ['Social media', 'Instagram'],
    words: 'plays shares transcript videos views',
  },
  {
    actor: 'apify~instagram-search-scraper',
    title: 'Search Instagram users, places and hashtags',
    tags: ['Social media', 'Instagram'],
    words: 'accounts discover influencers',
  },
  {
    actor: 'apify~instagram-tagged-scraper',
    title: 'Scrape Instagram posts that tag an account',
    tags: ['Social media', 'Instagram'],
    words: 'brand mentions monitoring',
  },
  {
    actor: 'apify~instagram-followers-count-scraper',
    title: 'Scrape Instagram follower counts',
    tags: ['Social media', 'Instagram'],
    words: 'audience growth tracking',
  },
  {
    actor: 'apify~facebook-pages-scraper',
    title: 'Scrape Facebook pages',
    tags: ['Social media', 'Facebook'],
    words: 'address business email likes phone profile website',
  },
  {
    actor: 'apify~facebook-posts-scraper',
    title: 'Scrape Facebook posts',
    tags: ['Social media', 'Facebook'],
    words: 'comments likes page reactions shares',
  },
  {
    actor: 'apify~facebook-comments-scraper',
    title: 'Scrape Facebook comments',
    tags: ['Social media', 'Facebook'],
    words: 'replies',
  },
  {
    actor: 'apify~facebook-groups-scraper',
    title: 'Scrape Facebook groups',
    tags: ['Social media', 'Facebook'],
    words: 'community posts',
  },
  {
    actor: 'apify~facebook-events-scraper',
    title: 'Scrape Facebook events',
    tags: ['Social media', 'Facebook'],
    words: 'dates location venue',
  },
  {
    actor: 'apify~facebook-reviews-scraper',
    title: 'Scrape Facebook reviews',
    tags: ['Social media', 'Facebook'],
    words: 'ratings recommendations',
  },
  {
    actor: 'apify~facebook-ads-scraper',
    title: 'Scrape Facebook ads',
    tags: ['Social media', 'Facebook'],
    words: 'advertising campaigns competitors creatives library',
  },
  {
    actor: 'clockworks~tiktok-scraper',
    title: 'Scrape TikTok videos',
    tags: ['Social media', 'TikTok'],
    words: 'hashtags likes plays profiles search shares views',
  },
  {
    actor: 'clockworks~tiktok-profile-scraper',
    title: 'Scrape TikTok profiles',
    tags: ['Social media', 'TikTok'],
    words: 'account bio creators fans followers videos',
    price: { item: '0.003' },
  },
  {
    actor: 'clockworks~tiktok-comments-scraper',
    title: 'Scrape TikTok comments',
    tags: ['Social media', 'TikTok'],
    words: 'likes replies video',
    price: { item: '0.00125' },
  },
  {
    actor: 'clockworks~tiktok-hashtag-scraper',
    title: 'Scrape TikTok hashtags',
    tags: ['Social media', 'TikTok'],
    words: 'challenge tag trends videos',
  },
  {
    actor: 'clockworks~tiktok-followers-scraper',
    title: 'Scrape TikTok followers',
    tags: ['Social media', 'TikTok'],
    words: 'audience following',
  },
  {
    actor: 'clockworks~tiktok-user-search-scraper',
    title: 'Search TikTok users',
    tags: ['Social media', 'TikTok'],
    words: 'accounts creators influencers keyword',
  },
  {
    actor: 'streamers~youtube-scraper',
    title: 'Scrape YouTube videos',
    tags: ['Social media', 'YouTube'],
    words: 'channel likes playlists search subscribers subtitles transcript views',
    price: { item: '0.004' },
  },
  {
    actor: 'streamers~youtube-channel-scraper',
    title: 'Scrape YouTube channels',
    tags: ['Social media', 'YouTube'],
    words: 'description subscribers videos views',
    price: { item: '0.0013' },
  },
  {
    actor: 'streamers~youtube-comments-scraper',
    title: 'Scrape YouTube comments',
    tags: ['Social media', 'YouTube'],
    words: 'replies video votes',
    price: { item: '0.00225' },
  },
  {
    actor: 'streamers~youtube-shorts-scraper',
    title: 'Scrape YouTube shorts',
    tags: ['Social media', 'YouTube'],
    words: 'channel videos views',
  },
  {
    actor: 'kaitoeasyapi~twitter-x-data-tweet-scraper-pay-per-result-cheapest',
    title: 'Search tweets of X (Twitter)',
    tags: ['Social media', 'X (Twitter)'],
    words: 'latest likes posts replies retweets',
    price: { item: '0.00025' },
  },
  {
    actor: 'apidojo~twitter-user-scraper',
    title: 'Scrape users of X (Twitter)',
    tags: ['Social media', 'X (Twitter)'],
    words: 'followers following profiles',
  },
  {
    actor: 'trudax~reddit-scraper-lite',
    title: 'Scrape Reddit',
    tags: ['Social media', 'Reddit'],
    words: 'comments communities posts search subreddits upvotes users',
    price: { item: '0.004' },
  },
  {
    actor: 'harvestapi~linkedin-company',
    title: 'Scrape LinkedIn companies',
    tags: ['LinkedIn'],
    words: 'employees followers industry page size',
  },
  {
    actor: 'harvestapi~linkedin-company-employees',
    title: 'Scrape LinkedIn employees of a company',
    tags: ['LinkedIn'],
    words: 'people profiles staff titles',
    price: { start: '0.02', item: '0.012' },
  },
  {
    actor: 'harvestapi~linkedin-company-posts',
    title: 'Scrape LinkedIn posts of a company',
    tags: ['LinkedIn'],
    words: 'comments page reactions',
    price: { item: '0.002' },
  },
  {
    actor: 'harvestapi~linkedin-profile-posts',
    title: 'Scrape LinkedIn posts of a person',
    tags: ['LinkedIn'],
    words: 'activity comments profile reactions',
    price: { item: '0.002' },
  },
  {
    actor: 'harvestapi~linkedin-profile-scraper',
    title: 'Scrape LinkedIn profiles',
    tags: ['LinkedIn'],
    words: 'education experience headline people skills',
    price: { item: '0.01' },
  },
  {
    actor: 'harvestapi~linkedin-job-search',
    title: 'Search LinkedIn jobs',
    tags: ['LinkedIn', 'Jobs'],
    words: 'hiring postings salary vacancies',
  },
  {
    actor: 'curious_coder~linkedin-jobs-scraper',
    title: 'Scrape LinkedIn job searches',
    tags: ['LinkedIn', 'Jobs'],
    words: 'applicants hiring openings postings seniority vacancies',
    price: { item: '0.001' },
  },
  {
    actor: 'compass~crawler-google-places',
    title: 'Scrape Google Maps places',
    tags: ['Google Maps', 'Lead generation'],
    words: 'address businesses category email local opening phone rating restaurants reviews shops website',
    price: { start: '0.007', item: '0.004' },
  },
  {
    actor: 'compass~google-maps-extractor',
    title: 'Extract businesses of Google Maps',
    tags: ['Google Maps', 'Lead generation'],
    words: 'address local phone places rating website',
  },
  {
    actor: 'compass~Google-Maps-Reviews-Scraper',
    title: 'Scrape Google Maps reviews',
    tags: ['Google Maps', 'Reviews'],
    words: 'business place ratings stars text',
  },
  {
    actor: 'apify~google-search-scraper',
    title: 'Scrape Google search results',
    tags: ['Search engines', 'SEO'],
    words: 'ads keyword organic pages ranking related serp',
  },
  {
    actor: 'apify~google-trends-scraper',
    title: 'Scrape Google Trends',
    tags: ['Search engines', 'SEO'],
    words: 'interest keyword popularity region time',
  },
  {
    actor: 'apify~website-content-crawler',
    title: 'Crawl the content of a website',
    tags: ['Web crawling', 'AI'],
    words: 'documentation html llm markdown pages rag scrape site text vector',
  },
  {
    actor: 'apify~rag-web-browser',
    title: 'Search and read the web for a language model',
    tags: ['Web crawling', 'AI'],
    words: 'agent browser google llm markdown page rag text',
  },
  {
    actor: 'apify~web-scraper',
    title: 'Scrape any website with a browser',
    tags: ['Web crawling'],
    words: 'chrome crawl extract function javascript pages',
  },
  {
    actor: 'apify~cheerio-scraper',
    title: 'Scrape any website without a browser',
    tags: ['Web crawling'],
    words: 'crawl extract fast function html http',
  },
  {
    actor: 'vdrmota~contact-info-scraper',
    title: 'Scrape contact details of websites',
    tags: ['Lead generation'],
    words: 'email emails facebook instagram linkedin phone social twitter',
    price: { item: '0.002' },
  },
  {
    actor: 'apify~e-commerce-scraping-tool',
    title: 'Scrape products of online shops',
    tags: ['E-commerce'],
    words: 'amazon brand catalog ecommerce prices reviews store',
  },
  {
    actor: 'voyager~booking-scraper',
    title: 'Scrape hotels of Booking.com',
    tags: ['Travel'],
    words: 'accommodation availability prices ratings rooms',
  },
  {
    actor: 'voyager~booking-reviews-scraper',
    title: 'Scrape hotel reviews of Booking.com',
    tags: ['Travel', 'Reviews'],
    words: 'accommodation guests ratings score',
  },
  {
    actor: 'maxcopell~tripadvisor-reviews',
    title: 'Scrape Tripadvisor reviews',
    tags: ['Travel', 'Reviews'],
    words: 'attractions hotels ratings restaurants',
  },
]
