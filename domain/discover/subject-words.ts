/**
 * Everyday words of a request, and the words by which APIs name what they mean, subject by subject: films, music,
 * payments, events, maps, code, messages, and other work. The form is that of `EVERYDAY_WORDS`.
 */
export const SUBJECT_WORDS = `
  film, flick, picture, blockbuster > movie
  cinema, movie theater, big screen, theaters, theatres > movie now playing theater
  actor, actress, cast, starring, stars in, acted, acts, plays in, appeared in > credits cast person
  director, directed, screenwriter, crew, filmmaker, wrote the script > credits crew person
  series, sitcom, soap, tv programme, tv program, tv, television, show > tv series show
  episode, instalment, installment, pilot > episode
  saga, franchise, trilogy, all parts, sequels, sequel, prequel > collection
  trailer, teaser, clips, preview > video
  poster, cover art, backdrop, still > image poster
  age limit, age rating, parental guidance, suitable for children, for kids > certification content rating
  genre, kind of film, comedies, comedy, thriller, thrillers, horror, drama, dramas, western, westerns > genre discover
  plot, synopsis, storyline, what is it about > overview details
  stream it, where to watch, netflix, streaming service > watch provider
  watchlist, want to watch, watch later > watchlist
  critic, critics, opinions, what people think, what people say, verdict > review rating
  release day, came out, comes out, premiere, out on > release date
  imdb, tvdb, wikidata > external id find
  celebrity, famous people, movie star, film star > person popular

  song, tune, hit, single, music title > track song
  lp, record, ep, disc > album
  band, musician, singer, rapper, composer, dj, group > artist
  playlist, mixtape, mix, compilation > playlist
  podcast, radio show, broadcast > show episode podcast
  lyrics, text of a song, words of > lyrics
  audiobook, spoken book, narrator > audiobook chapter
  heard, listened, listen to, listening, hear > recently played player track
  louder, quieter, loudness, turn up, turn down > volume
  loop, on repeat, over and over > repeat
  shuffle, random order, mixed order > shuffle
  speaker, headphones, stereo, playback device > device player
  rewind, fast forward, jump to, minute > seek position player
  next up, comes next, up next, lined up, line up > queue next
  beat, beats per minute, bpm, tempo, key, mood > audio features analysis
  fans, listeners > follower

  money, cash > payment amount
  money back, give back, pay back, reimburse, refunded > refund
  purchase, buy, bought, shop for, order > order checkout purchase
  buyer, shopper, payer, purchaser, client, patron > customer
  seller, vendor, merchant > merchant seller
  reserve, hold, block an amount, reserved > authorization hold
  collect the money, take the money, charge, debit, cash in > capture charge payment
  bill, send a bill, billing > invoice
  membership, subscriber, abo, monthly plan, plan > subscription plan
  complaint, objection, quarrel, conflict, contested > dispute
  proof, documents for, evidence > evidence
  pay out, send money, wages, cash out, to my bank > payout transfer
  goods, wares, article, products > product item
  send back, sent back, return the goods > return
  fee, commission, costs > fee
  sales, takings, turnover, earned, earnings, revenue, income, money made > sales report revenue
  statement, account history, movements, bookings > transaction balance history
  coupon, gift card, rebate, price off, promo > discount coupon
  shipping, parcel, where is my > tracking shipment
  trial, try out, free period > trial
  credit card, debit card, saved card, wallet > card payment method
  tip, gratuity > tip
  donate, gift > donation
  bank details, iban, account number > bank account

  concert, gig, festival, match, game, theatre, theater, play, musical, conference, workshop, meetup, party, class,
    seminar, happening > event
  hall, arena, stadium, club, concert hall, auditorium, location of an event > venue
  performer, act, team, who plays > attraction artist performer
  seat, seats, place, row, stalls, side by side > seat ticket picks
  door, entrance, entry, scan, let in, admit, show up, turned up > checkin attendee
  guest, visitor, participant, audience, attending, who comes, who is coming > attendee guest
  room for, how many people fit, crowd > capacity
  admission, pass, ticket, tickets > ticket
  ticket type, vip, early bird, price category > ticket class price
  promo code, presale, access code > discount access code
  sign up for, enrol, enroll, register for > register registration attendee order
  organiser, organizer, host > organizer
  kinds of events, sorts, sports, concerts > classification category
  wheelchair, disabled, barrier free > accessibility accessible
  weekend, next weekend > date event
  ask buyers, ask guests, form > question

  directions, way to, get to, get from, drive, driving, by train, by bus, by car, walk, cycling, on foot >
    directions route
  travel time, driving time, journey, commute, how long to > duration distance matrix directions
  petrol station, gas station, pharmacy, cafe, bar, pizza, supermarket, atm, bakery, hospital, restaurant, shop,
    parking, charging station > place nearby
  opening hours, opens, closes, is it open, open on, open today > hours details place
  coordinates, latitude, longitude, lat, lng, position, point on the map > geocode location coordinates
  street address, postal address, house number, address > address geocode
  mountain, hill, hiking, trail, climb, peak, ascent, ups and downs > elevation
  clock, utc, gmt, local time, hours ahead, hours behind > timezone
  building, front, street, look like, looks like, view of > street view image
  picture of the area, map image, satellite > static map image
  wifi, cell tower, triangulate, where am i > geolocate location
  snap, gps, gps points, gps track, drove > roads snap
  finish typing, type ahead, as i type > autocomplete
  several stops, delivery tour, many places > matrix waypoints

  bug, problem, defect, trouble, ticket > issue
  project, codebase, source code, code base > repository project
  change request, proposed change, patch, proposal, pr > pull request
  deadline, due, target date > milestone due
  build, pipeline, ci, automated test, automation, job > workflow run job
  fail, failed, failing, error, crash, went wrong, red > logs job status
  check, checks, passed, green, test result > check status
  version, stable version, download, published version > release tag
  difference between, changed between, changes since > compare
  star, stargazer, starred > star
  programmer, coder, committer, contributed > contributor user author
  push, main branch, direct push > branch protection
  branch, main, trunk > branch
  copy of a project, own copy > fork
  folder, directory, files in, text of a file, source of > contents file tree
  access rights, write access, read access, rights, maintainers > collaborator permission
  password, passphrase, api key, secret value > secret
  vulnerability, weakness, security hole, exploit, leak > security alert advisory vulnerability
  snippet, paste > gist
  discussion, talk, talked about > comment discussion message
  who broke, who wrote, who changed, blame > commit author history
  reviewer, second pair of eyes > reviewer review

  room, group chat, chat room, channel > channel conversation
  chat, write to, dm, private message, ping, text > message conversation
  said, talked, talk, wrote, written, conversation history > message history search
  thumbs up, smiley, smileys, emoticon, heart, react, applaud > reaction emoji
  thread, answers to, replies > replies
  on top, stick, sticky, pin, important message > pin
  link to a message, address of a post, permalink > permalink link
  bother, disturb, quiet, leave me alone, silence, no noise > dnd snooze mute
  typo, mistake > update edit
  out of office, away, busy, status text > status presence profile
  send later, go out later, waiting to go out, timed > scheduled
  member, people in, who is in, everyone in, crew > member user
  mailing list, user group, mention all, everyone at > group usergroup
  picture of me, avatar, portrait, profile picture > photo profile
  bring in, ask in, invite > invite
  unread, not read, seen, read up to > mark read
  company, workspace, our slack > team workspace
  file, picture, attachment, document, photo > file upload
  to do, to dos, remember to, later list > reminder task

  mail, letter > email
  spam, junk > spam
  newsletter, mailing, blast > campaign broadcast
  opened, clicked, read my mail > opens clicks metrics
  meeting, appointment, get together > event calendar
  free time, when am i free, free slots, slots > availability freebusy
  customer request, support case > ticket
  lead, prospect, sales contact > lead contact
  deal, sale, opportunity > deal opportunity
  forecast, rain, sunny, snow, storm, temperature, humid > weather forecast
  shares, share price, stock price, market price > stock quote
  crypto, bitcoin, coin > coin price
  exchange rate, convert currency > exchange rate currency
  headline, press, journalists > news article
  food, meal, dish, cook, cooking, recipe > recipe food
  calories, vitamins, nutrients > nutrition
  flat, apartment, house > property listing
  flight, plane, fly > flight
  hotel, overnight, room for the night > hotel
  train, bus, tram, subway > transit
  sick, illness, symptom > condition disease
  medicine, pill > drug
  side effect, harm, harmful > adverse event reaction
  doctor, dentist, gp > provider physician
  lesson, course, lecture > course
  homework, exam > assignment
  wages, salary, pay slip > payroll
  holiday, vacation, day off > time off
  lamp, light, thermostat, heating > device
  picture, photo, drawing > image
  draw, paint, generate a picture > image generate
  read aloud, spoken, voice > speech audio
  transcribe, what is said, write down > transcription
  language, say in > translate language
  sum up, in short, tldr > summary
  spreadsheet, excel, sheet > table spreadsheet row
  backup, copy of the disk > snapshot backup
  machine, virtual machine, computer > server instance
  web address, internet address > url domain
  visitors, page views, hits on > traffic analytics visit
  ad, advertising, commercial > ads campaign
  followers, subscribers, fans, reach > follower audience
  vote, poll, survey > vote poll
  law, bill, act, regulation > legislation document
  vessel, boat > ship
  book, novel, author of > book author
  library, read later, bookmark > library saved bookmark
  match result, scores, standings, league table > score standings match
  tournament, championship, cup > league competition
  leaderboard, high score, achievements > leaderboard achievement
  try again, run again, once again > rerun retry
  needs my attention, what is new for me > notification
  legal terms, open source terms > license
  programming language, written in > language
  worked on, contributed to, helped with > contributor
  clones, views of, how many views > traffic views
  changeset, last change, modification, revision > commit change
  binaries, build output, zip of > artifact download archive
  keywords of, subjects of > topic keyword
  nickname, login, handle > username user
  machine that runs, build machine > runner
  deploy, ship it, roll out, bring to production > deployment release environment
  setting, settings, preferences, options, configure > settings configuration
  environment variable, config value > variable
  key pair, ssh > key
  close down, shut, shut down > archive close stop delete
  open again, reopen > unarchive reopen update
  only one person, only for one, just for > ephemeral
  online, is there, at the desk > presence
  voicemail, recorded call > recording
  code by text, login code, one time code, security code > verification verify otp
  read receipt, delivered, arrived > delivery status
  caller, dial in, call number > call phone
  conference call, video call, video chat > conference meeting
  sticker, gif > image
  release the hold, let go of the money, free the money > void authorization
  card on file, saved card, remember card > vault token payment method
  parcel number, sent the parcel, tracking number > tracking
  paid in cash, paid by bank, offline payment > payment record
  draft bill, offer, estimate, quotation > invoice draft quote
  every month, each month, monthly > subscription recurring plan
  stop paying, quit a plan, unsubscribe > cancel subscription
  price of, how much is > price
  money left, my funds, how much do i have > balance
  exchange money, other currency > exchange currency
  payments of, money in, money out, account activity > transaction
  cart, basket, shopping bag > cart order
  reviewed, customer opinions > review
  stock level, how many are left, still in stock > inventory availability
  size, colour, color, model > variant
  do i have, already saved, already follow > check contains
  heart, like, love > like favorite saved rating
  my music, my songs, my albums > saved library
  what is playing, now playing, hear now > currently playing player
  move the music, other device, change the speaker > transfer player device
  biggest hits, best known songs, hits of > top tracks
  bands like, similar bands, sounds like > related artist similar
  songs like, more like this > recommendation related similar
  just released, new records, new music > new releases
  moods, mood, radio > category recommendation
  countries where, sold in, available in > market country
  where to stream, which service, streams it > watch provider
  studio, film company, production house > company
  broadcaster, channel, tv station > network
  on tv, airs, on air, runs tonight > airing today
  in the cinemas, at the movies, on screen > movie now playing
  coming to, not out yet > upcoming
  this week, this month, right now > trending
  images of, photos of, pictures of, still of > image photo
  who made, who directed, who wrote, who composed > credits author
  played by, role of, character > credits cast
  films of, films with, movies with, appears in > person credits movie
  rate, stars, score, give points, points > rating
  biography, life of > person details
  seating plan, plan of the hall, seat plan > seatmap map seat
  resale, second hand tickets > resale
  price range, from how much > price offers
  copy of an event, same event again > copy event
  who bought, who paid > order attendee
  box office, tickets sold, how many tickets > sales report ticket
  came to, showed up, no show > attendee checkin
  which address is, what is at > reverse geocode address
  lat lng of, coordinates of, where is > geocode location search
  allowed speed, speed limit > speed limits roads
  suggest while, as someone types > autocomplete suggest
  flat or steep, how steep > elevation
  photo of a place, pictures of a place > place photo
  opinions about a place, reviews of a > place details review
  shortest way, fastest way, quickest way > directions route
  book, reserve, make a reservation > booking reservation
  check out, leave the hotel > checkout
  rent, hire a car > rental
  guest, tourist, traveller > guest traveler
  trash, recycle bin, waste basket > trash deleted
  link to share, public link, shareable > share link
  older version, previous version, earlier version > version revision
  who may see, who can open > permission access
  upload, put online, send a file > upload file
  free space, how much space > quota storage usage
  busy, free at, when is free > freebusy availability
  move a meeting, put a meeting > event update
  assign, in charge, responsible, owner of > assignee owner
  task, chore, errand > task
  note, comment on, remark > comment note
  sick days, absence > time off leave
  staff, personnel, crew > employee member
  boss of, reports to > manager
  hand in, turn in > submit submission
  domain name, web name > domain dns
  who visited, how many visits > visit analytics
  heart rate, steps, workout, running, sport > activity heart steps
  weight, body > body weight
  sleep > sleep
  switch on, turn on, power on > start on enable
  switch off, turn off, power off > stop off disable
  password forgotten, new password > password reset
  two step, second factor > two factor mfa
  everything about, facts about, more about, tell me about > details
`
