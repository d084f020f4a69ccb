/**
 * Common names for the job of each capability, in addition to the words of its title and description: products, roles
 * and data that people search for instead of naming the job. Only for search. A capability without an entry is found by
 * its own words.
 */
const TAGS: Readonly<Record<string, string>> = {
  'contact.find':
    'email finder, email lookup, business email, work address, corporate email, professional email, b2b email, prospecting, lead generation, how to reach someone, get in touch by mail, inbox of a person, name and company to email',
  'contact.find_by_profile':
    'email from linkedin, linkedin email finder, profile url to email, email from a social profile',
  'contact.personal_email': 'private email, personal address, gmail, recruiting outreach',
  'contact.phone':
    'phone finder, mobile number, direct dial, cell number, telephone lookup, call someone, reach by phone',
  'contact.verify':
    'email verification, email validation, deliverability check, bounce check, list cleaning, does an address exist, will it bounce, dead addresses, undeliverable, clean a mailing list',
  'contact.reverse_email':
    'reverse email lookup, who owns an email, email to person, whose email is this, employer of the owner of an email address',
  'contact.domain_emails':
    'domain search, all emails of a company, email addresses of a domain, everybody at a company, all inboxes of a company, staff email list',
  'person.enrich':
    'people enrichment, lead enrichment, person profile, career history, education, job title, employer, skills, social profiles, resume, where someone studied and worked, background of a person, who is this person, about this person, job title of a person',
  'person.search':
    'people search, prospect list, lead list, find people by title, location, industry and seniority, audience building, people who work at a company, people who live in a place, by occupation, profession, marketing and sales managers, engineers, software engineers, lawyers and developers in a city, everyone with a job title, list the employees of a company',
  'person.resolve_profile': 'linkedin profile finder, find the linkedin url of a person',
  'person.job_change':
    'job change, new employer, left the company, promotion, champion tracking, who left, who moved to another company, people who changed jobs, did a contact leave her company',
  'person.decision_makers':
    'decision makers, executives, buying committee, head of, director, c-level, founder, key people, who runs a company, top managers, boss, who is in charge, leadership, who works as cto',
  'company.enrich':
    'company enrichment, firmographics, company profile, about a business, industry, number of employees, headcount, revenue, headquarters, company data, what a company does',
  'company.search':
    'company search, account list, find companies by industry, size and location, list building, lookalikes, firms in a country, businesses that make a product, which companies',
  'company.funding':
    'funding rounds, venture capital, investors, investment, money raised, series a, valuation, who put money into a company, backers',
  'company.technologies':
    'tech stack, technographics, technology lookup, what a website runs on, cms, crm, analytics, ecommerce platform, software in use, does a company use a product, which payment provider or tool a site uses',
  'company.filings':
    'sec filings, edgar, 10-k, 10-q, 8-k, annual report, quarterly report, public company disclosures, stock exchange, report to shareholders',
  'company.jobs':
    'job openings, job postings, hiring, vacancies, careers page, does a company look for people, recruiting, open positions, does a company hire engineers',
  'company.news':
    'company news, press mentions, announcements, articles, what newspapers and the press write about a company',
  'company.similar':
    'similar companies, lookalike companies, competitors, alternatives, companies like this one, startups like another',
  'company.headcount':
    'employee count, headcount growth, team size, staff, how many people work at a company, how many employees, people employed',
  'company.email_pattern': 'email format, email pattern, address scheme, how a company writes its email addresses',
  'company.brand': 'logo, brand colors, brand assets, fonts',
  'social.profile':
    'social media account, follower count, influencer profile, creator profile, bio, user page, channel statistics',
  'social.posts': 'latest posts, timeline, feed, content of a creator',
  'social.search':
    'social listening, brand mentions, hashtag search, tweets, threads, influencer discovery, people talking about a topic',
  'social.comments': 'comments of a post, replies, reactions, engagement',
  'linkedin.company': 'linkedin company page, company followers',
  'linkedin.jobs': 'linkedin jobs, job search',
  'web.search':
    'google search, internet search, search engine results, look something up online, bing, google something',
  'web.scrape': 'web scraping, page to text, markdown, extract content from a url, crawler',
  'web.map': 'sitemap, all urls of a site, crawl links',
  'seo.keywords':
    'keyword research, search volume, keyword ideas, cost per click, how often a word is searched for, what people search for',
  'seo.backlinks': 'backlinks, inbound links, referring domains, link profile, who links to a site',
  'seo.serp': 'search rankings, search results page, rank tracking, where a site ranks for a keyword',
  'email.send': 'send mail, cold email, outreach, transactional email, reply to an email, newsletter',
  'linkedin.invite':
    'connection request, connect on linkedin, add to network, invitation with a note, link up with someone, connect with someone, add someone on linkedin',
  'linkedin.message': 'linkedin dm, direct message, inmail, chat with a connection',
  'chat.send': 'whatsapp message, instagram dm, chat message, direct message',
}

export const tagsOfCapability = (slug: string): string => TAGS[slug] ?? ''
