import { stemOf } from './stem.ts'
import { wordsIn } from './words.ts'

/**
 * Words of the field that mean nearly the same, a group a line: general knowledge about sales, company data, marketing, public
 * records and HTTP APIs. A phrase is one entry. A word may stand in several groups.
 */
const GROUPS = `
  person, people, individual, human, contact, lead, prospect, candidate, employee, professional, ppl
  company, organization, organisation, firm, business, corporation, enterprise, startup, employer, vendor, account, org, brand
  customer, client, buyer, consumer, subscriber
  email, mail, mailbox, email address, inbox
  phone, mobile, telephone, cell, cellphone, phone number, mobile number, direct dial, landline, tel, call
  address, location, place, city, country, region, geo, postal, where
  domain, website, site, web site, hostname, homepage, url, web page
  page, web page, url, html, document
  job, vacancy, hiring, job posting, career, opening, recruiting, position, employment, recruitment
  title, role, job title, seniority, occupation, position
  technology, tech stack, built with, software, framework, stack, technographics, tool
  funding, investment, raise, venture capital, investor, series a, series b, money raised, round
  filing, 10 k, 10 q, 8 k, edgar, annual report, quarterly report, disclosure, sec
  drug, medicine, medication, pharmaceutical, prescription, pharma
  side effect, adverse event, adverse reaction, complaint
  recall, enforcement, withdrawal
  doctor, physician, provider, healthcare, npi, practitioner
  trial, clinical trial, clinical study, study
  disease, condition, illness, diagnosis
  price, cost, rate, fee, pricing, amount
  pay, payment, charge, purchase, checkout, transaction
  invoice, bill, billing, receipt
  refund, reimburse, return money, chargeback
  subscription, plan, membership, recurring
  verify, validate, check, confirm, valid, deliverability, test
  deliverability, bounce, undeliverable, bounced
  enrich, complete, augment, profile, append, firmographics, demographics, about
  profile, bio, account, user
  search, find, look for, query, discover, seek, filter, match
  list, all, every, browse, index, enumerate, many
  create, add, new, make, insert, register, open, post, set up
  update, edit, change, modify, patch, rename, replace, adjust
  delete, remove, destroy, erase, drop, unlink
  cancel, stop, abort, terminate, end, halt
  send, deliver, dispatch, message, write, mail
  reply, answer, respond, response
  message, dm, direct message, chat, text, inmail, conversation
  channel, conversation, chat room, room
  invite, invitation, connection request, connect
  scrape, crawl, extract, spider, scraper, crawler, parse
  screenshot, capture, snapshot
  backlink, inbound link, link, links to, referring
  keyword, search term, search volume, keyphrase
  ranking, rank, position, serp, search results
  traffic, visit, visitor, session, audience
  competitor, rival, similar, alike, lookalike, alternative, related
  review, rating, feedback, testimonial, star
  product, item, goods, merchandise, sku, asin, listing
  shop, store, seller, merchant, retailer
  shopping, ecommerce, marketplace
  map, local, nearby, place, restaurant, poi
  hotel, lodging, accommodation, stay
  news, article, press, headline, story
  image, picture, photo, img, logo
  video, youtube, clip, movie
  subtitle, transcript, caption
  post, tweet, status, publication
  comment, reply, remark
  follower, audience, fan, subscriber
  creator, influencer, author, channel
  twitter, x, tweet
  handle, username, screen name, user name
  stock, ticker, share, equity, quote
  question, ask, prompt, answer
  ai, llm, chatgpt, gpt, language model
  autocomplete, suggestion, typeahead, suggest
  patent, invention
  scholar, academic, paper, citation
  vehicle, car, vin, automobile, truck
  make, manufacturer, brand
  bank, institution, depository
  branch, location, office
  donation, contribution, donor, receipt
  expenditure, spending, disbursement, expense
  candidate, politician
  election, campaign, vote, ballot
  committee, pac
  government, federal, agency, public sector
  contract, award, grant, procurement
  census, population, demographics
  economic, economy, indicator, series, time series
  observation, data point, history, historical
  ip, ip address, visitor
  headcount, employees, number of employees, company size, size, staff
  industry, sector, vertical, category
  logo, brand, colors, color
  suppression, unsubscribe, opt out, blocklist, block list
  template, layout
  campaign, sequence, broadcast, newsletter, cadence, emailer
  audience, segment, list
  deal, opportunity, pipeline
  task, todo, to do, reminder
  webhook, callback, notification, hook
  schedule, cron, timer, recurring, calendar
  run, execute, start, trigger, launch, invoke
  actor, bot, robot, agent
  api key, token, credential, secret
  login, sign in, authenticate, auth, session
  team, group, member, workspace
  file, attachment, upload, document
  download, export, dump
  upload, import, load
  metric, statistic, stat, analytics, usage, report, insight, count
  bulk, batch, many, mass
  status, state, progress
  tag, label, marker
  note, memo
  normalize, standardize, clean, cleanse, canonical
  similar, lookalike, alike
  school, university, college, education
  skill, expertise, competence
  audit, lighthouse, inspection
  whois, registrar, domain registration
  redirect, forward
  trend, popularity, interest, over time
  sentiment, opinion, mood
  mention, citation, reference
  weather, forecast, temperature
  flight, airline, airport
  order, purchase, basket, cart
  ship, shipment, shipping, delivery, tracking, parcel
  coupon, discount, promotion, voucher
  issue, ticket, bug
  repository, repo, project
  user, member, account
  role, permission, privilege
  language, locale, translation
  currency, exchange rate, fx, money
  event, meeting, appointment
  movie, film
  song, track, music
  server, instance, machine, vm
  secret, password, credential
`

/** A group's mark in the index; no word begins so. */
const MARK = '~'

interface Vocabulary {
  /** Groups of a stem. */
  readonly ofStem: ReadonlyMap<string, readonly string[]>
  /** Stems of a phrase, joined by blanks -> its groups. */
  readonly ofPhrase: ReadonlyMap<string, readonly string[]>
  readonly words: ReadonlySet<string>
}

const { ofStem, ofPhrase, words }: Vocabulary = readGroups(GROUPS)

function readGroups(text: string): Vocabulary {
  const stems = new Map<string, string[]>()
  const phrases = new Map<string, string[]>()
  const known = new Set<string>()
  for (const [index, line] of text.trim().split('\n').entries()) {
    const concept = `${MARK}${index}`
    for (const entry of line.split(',')) {
      const parts = wordsIn(entry)
      for (const part of parts) known.add(part)
      const key = parts.map(stemOf).join(' ')
      const target = parts.length > 1 ? phrases : stems
      target.set(key, [...new Set([...(target.get(key) ?? []), concept])])
    }
  }
  return { ofStem: stems, ofPhrase: phrases, words: known }
}

/** The longest phrases have three words. */
export const PHRASE_WORDS_MAX = 3

export const conceptsOf = (stem: string): readonly string[] => ofStem.get(stem) ?? []
export const conceptsOfPhrase = (stems: readonly string[]): readonly string[] => ofPhrase.get(stems.join(' ')) ?? []
/** Every single word that the groups know, for the correction of typing errors. */
export const vocabularyWords = (): ReadonlySet<string> => words
