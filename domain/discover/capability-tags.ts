/**
 * Common names for the job of each capability, in addition to the words of its title and description: products, roles
 * and data that people search for instead of naming the job. Only for search. A capability without an entry is found by
 * its own words.
 */
const TAGS: Readonly<Record<string, string>> = {
  'contact.find':
    'email finder, email lookup, business email, work address, corporate email, professional email, b2b email, prospecting, lead generation',
  'contact.find_by_profile': 'email from linkedin, linkedin email finder, profile url to email',
  'contact.personal_email': 'private email, personal address, gmail, recruiting outreach',
  'contact.phone': 'phone finder, mobile number, direct dial, cell number, telephone lookup',
  'contact.verify': 'email verification, email validation, deliverability check, bounce check, list cleaning',
  'contact.reverse_email': 'reverse email lookup, who owns an email, email to person',
  'contact.domain_emails': 'domain search, all emails of a company, email addresses of a domain',
  'person.enrich':
    'people enrichment, lead enrichment, person profile, career history, education, job title, employer, skills, social profiles, resume',
  'person.search':
    'people search, prospect list, lead list, find people by title, location, industry and seniority, audience building',
  'person.resolve_profile': 'linkedin profile finder, find the linkedin url of a person',
  'person.job_change': 'job change, new employer, left the company, promotion, champion tracking',
  'person.decision_makers':
    'decision makers, executives, buying committee, head of, director, c-level, founder, key people',
  'company.enrich':
    'company enrichment, firmographics, company profile, about a business, industry, number of employees, headcount, revenue, headquarters, company data',
  'company.search':
    'company search, account list, find companies by industry, size and location, list building, lookalikes',
  'company.funding': 'funding rounds, venture capital, investors, investment, money raised, series a, valuation',
  'company.technologies':
    'tech stack, technographics, technology lookup, what a website runs on, cms, crm, analytics, ecommerce platform, software in use',
  'company.filings':
    'sec filings, edgar, 10-k, 10-q, 8-k, annual report, quarterly report, public company disclosures, stock exchange',
  'company.jobs': 'job openings, job postings, hiring, vacancies, careers page',
  'company.news': 'company news, press mentions, announcements, articles',
  'company.similar': 'similar companies, lookalike companies, competitors, alternatives',
  'company.headcount': 'employee count, headcount growth, team size, staff',
  'company.email_pattern': 'email format, email pattern, address scheme',
  'company.brand': 'logo, brand colors, brand assets, fonts',
  'social.profile':
    'social media account, follower count, influencer profile, creator profile, bio, user page, channel statistics',
  'social.posts': 'latest posts, timeline, feed, content of a creator',
  'social.search':
    'social listening, brand mentions, hashtag search, tweets, threads, influencer discovery, people talking about a topic',
  'social.comments': 'comments of a post, replies, reactions, engagement',
  'linkedin.company': 'linkedin company page, company followers',
  'linkedin.jobs': 'linkedin jobs, job search',
  'web.search': 'google search, internet search, search engine results, look something up online, bing',
  'web.scrape': 'web scraping, page to text, markdown, extract content from a url, crawler',
  'web.map': 'sitemap, all urls of a site, crawl links',
  'seo.keywords': 'keyword research, search volume, keyword ideas, cost per click',
  'seo.backlinks': 'backlinks, inbound links, referring domains, link profile',
  'seo.serp': 'search rankings, search results page, rank tracking',
  'email.send': 'send mail, cold email, outreach, transactional email, reply to an email, newsletter',
  'linkedin.invite': 'connection request, connect on linkedin, add to network, invitation with a note',
  'linkedin.message': 'linkedin dm, direct message, inmail, chat with a connection',
  'chat.send': 'whatsapp message, instagram dm, chat message, direct message',
}

export const tagsOfCapability = (slug: string): string => TAGS[slug] ?? ''
