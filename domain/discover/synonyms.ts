/**
 * Words with nearly the same meaning, one group per line: general knowledge about sales, company data, marketing,
 * public records, money, work, media, logistics and HTTP APIs. A line that ends with a comma continues in the next. A
 * phrase is one entry. A word may be in several groups; it then belongs to each less clearly.
 */
export const SYNONYMS = `
  person, people, individual, human, contact, lead, prospect, candidate, employee, professional, ppl
  company, organization, organisation, firm, business, corporation, enterprise, startup, employer, vendor, account,
    org, brand
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
  create, add, new, make, insert, register, open, post, set up
  update, edit, change, modify, patch, rename, replace, adjust
  delete, remove, destroy, erase, drop, unlink
  cancel, stop, abort, terminate, end, halt
  send, dispatch, post
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
  webhook, callback, notification, hook
  schedule, cron, timer, recurring, calendar
  run, execute, start, trigger, launch, invoke
  actor, bot, robot, agent
  api key, token, credential, secret
  login, sign in, authenticate, auth, session
  file, attachment, upload, document
  download, export, dump
  upload, import, load
  metric, statistic, stat, analytics, usage, report, insight, count
  bulk, batch, many, mass
  status, state, progress
  note, memo
  normalize, standardize, clean, cleanse, canonical
  school, university, college, education
  skill, expertise, competence
  audit, lighthouse, inspection
  whois, registrar, domain registration
  redirect, forward
  trend, popularity, interest, over time
  sentiment, opinion, mood
  mention, citation, reference
  flight, airline, airport
  coupon, discount, promotion, voucher
  issue, ticket, bug
  role, permission, privilege
  language, locale, translation
  secret, password, credential
  
  task, reminder
  order, purchase, basket, cart
  inventory, stock, stock level, availability
  payout, withdrawal, disbursement
  transfer, wire, remittance, move money
  balance, funds, credit
  top up, add funds, recharge, deposit
  dispute, chargeback, claim
  tax, vat, sales tax, duty
  payment method, credit card, card, debit card
  customer support, ticket, case, helpdesk, support request
  agent, assignee, representative, operator
  folder, directory
  share, permission, access, collaborator
  repository, repo, project, codebase
  pull request, merge request
  deploy, deployment, release, rollout
  build, pipeline run, workflow run
  server, instance, machine, vm, droplet, host
  volume, disk, storage
  snapshot, backup
  firewall, security group
  dns, zone, nameserver
  certificate, ssl, tls
  database, db
  cluster, kubernetes
  container, image, registry
  alert, alarm, monitor, incident
  dashboard, chart, report
  log, audit, audit trail, audit log, history
  playlist, tracklist
  song, track, music
  album, record
  artist, musician, singer, band, performer
  podcast, show, episode
  movie, film
  favorite, favourite, like, liked, saved, bookmark, star, library
  play, resume, playback, player
  pause, halt
  next, skip, forward
  weather, forecast, temperature
  air quality, pollution
  reservation, booking, appointment
  calendar, event, meeting
  sms, text message, text
  voice, call, phone call, dial
  recording, record
  transcribe, transcription, speech to text, subtitle, transcript
  text to speech, speech, voice, speak, read aloud
  translate, translation
  summarize, summary, digest
  embedding, vector, embed
  completion, chat, prompt, generate
  fine tune, train, training
  survey, form, questionnaire, poll
  employee, staff, worker, personnel
  salary, payroll, compensation, wage
  time off, leave, vacation, pto, absence, out of office, ooo, holiday
  timesheet, hours, time entry, time tracking, time spent
  applicant, candidate, application
  course, class, lesson
  student, learner, pupil
  grade, score, mark
  patient, sick person
  insurance, policy, coverage
  property, real estate, home, house
  rent, lease, tenant
  recipe, ingredient, food, nutrition
  exchange rate, currency, fx, convert
  crypto, coin, bitcoin, wallet
  dividend, earnings, income statement
  timezone, time zone
  zip, postcode, postal code
  geocode, coordinates, latitude, longitude, lat long
  route, directions, navigation, distance
  barcode, upc, ean
  follow, subscribe, watch, follower
  unfollow, unsubscribe, unwatch
  friend, connection
  ship, shipment, shipping, delivery, dispatch
  parcel, package, box
  carrier, courier, shipper
  label, postage, shipping label
  tracking, track, trace, where is
  warehouse, fulfillment, depot
  pickup, collection, collect
  return, send back, rma
  subtask, sub task, child task
  task, todo, to do, to do item, action item
  duplicate, copy, clone
  template, blueprint, boilerplate
  due date, deadline
  dependency, blocker, blocked
  emoji, reaction, react
  pin, pinned
  mute, snooze, do not disturb, dnd, silence
  online, presence, active, away
  topic, subject, purpose
  private, hidden, restricted
  ephemeral, only visible to, temporary
  modal, dialog, popup, view
  archive, close, retire
  activate, enable, turn on, switch on
  deactivate, disable, turn off, switch off
  lock, freeze, block, ban, suspend
  unlock, unblock, restore, reactivate
  invite, add member, join
  kick, remove member, leave
  approve, accept, confirm
  reject, decline, deny, refuse
  assign, allocate, delegate
  merge, combine, deduplicate, dedupe
  convert, transform, format
  upload, attach, attachment
  version, revision, release
  quota, limit, rate limit
  moderation, harmful, unsafe, abuse
  password, passcode, pin code
  verification, two factor, otp, one time password
  sign up, register, registration, onboarding
  health check, ping, alive, uptime
  recommendation, suggestion, recommend, suggest
`
