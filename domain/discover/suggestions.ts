/**
 * Everyday words of a request, and the words by which APIs name what they mean: `said, said > named named`. One way
 * only: who says "lately" means recent things, and who says "recent" says it already. General knowledge by subject; a
 * word that means different things in different subjects suggests them all. A phrase is one entry, of at most three
 * words. A line that ends with a comma goes on in the next.
 */
export const SUGGESTIONS = `
  who, everybody, anyone > person user
  where, whereabouts > location address
  when, what time, what day > date time
  how many, how often, number of > count total
  how much > price amount total
  how long > duration time
  how far, how close, miles away > distance route
  how old > age birth date
  how big, how large > size
  how tall, how high, altitude, above sea level > height elevation
  how fast, speed > tempo speed
  how popular, how famous > popularity rank
  how good, how well > rating score
  what happened, what changed > history event change
  why > reason error log

  ceo, cto, cfo, coo, cmo, cio, vp, vice president, head of, chief, executive, boss, founder, cofounder, co founder >
    person title decision maker
  manager, director, engineer, developer, designer, lawyer, accountant, recruiter, salesperson, marketer, nurse,
    programmer, consultant, analyst, freelancer > person title
  works at, work at, working at, works for, work for, employed at, employed by, on the team > person employer company
  worked at, used to work, left, quit, moved to, joined, changed jobs, new job > job change person
  colleague, coworker, co worker, teammate, workmate > member person team
  hire, hires, recruit, open position, job opening > job
  reach, get hold of, get in touch, contact details, reach out > contact email phone
  ring, call up, phone up > call phone
  born, birthday, birthplace > birth person
  bosses, leadership, leaders, board > decision maker executive
  employer, workplace > company
  worth, valued, valuation > value revenue funding
  invested, invests, backer, backers, backed > investor funding
  competes, compete, like ours, same kind > competitor similar

  begin, commence, kick off, launch, set off > start create
  put, place, append, insert, include > add create
  build, compose, prepare, produce, draft > create
  throw away, get rid of, wipe, trash, scrap, discard, bin, take down, take off, take away > delete remove
  throw out, kick out, expel, oust, evict > remove kick member
  take back, undo, revert, roll back, unmake > delete remove restore revert
  bring back, recover, undelete, get back > restore
  call off, calls off, abandon > cancel
  fix, correct, amend, alter, adapt, tweak, rewrite, reword > update edit
  make private, hide, conceal > private hide visibility
  make public, go live, publicize > publish public
  take offline, off the site, unlist > unpublish
  wake up, resume, continue, go on, carry on, keep going, unpause > resume activate start
  halt, hold on, stop for now, suspend, freeze > pause suspend stop
  finish, complete, wrap up, end, terminate > close complete end cancel
  begin again, repeat, redo, once more, again > retry rerun restart repeat
  fetch, grab, obtain > get
  keep, store, remember, save for later, stash > save
  forget, unsave > remove delete
  hand over, pass on, give to, reassign > transfer assign
  give access, grant, allow, let in, permit, authorise > permission access collaborator add
  forbid, prohibit, prevent, disallow, refuse, deny > block protection restrict reject
  turn into, change into, make into > convert
  look up, look for, hunt, seek, track down > search find
  pick, choose, select > select
  swap, exchange, trade > replace exchange
  sort, arrange, rearrange, reshuffle, put in order > reorder order
  combine, unite, join together > merge
  compare, difference, differ, versus, vs > compare diff
  nudge, remind, chase, poke, prod > remind reminder
  notify, let know, alert me, tell me when, inform > notification webhook alert subscribe
  tell, say, speak, announce, inform > message post send
  forward, share, pass along > share forward
  attend, take part, participate, go to > attendee join
  go through, check out, look over, proofread > review
  agree, okay, sign off, give a go > approve accept
  turn down, say no, dismiss, decline > reject decline deny
  rename, call it, name it > update name
  ask for, request, apply > request create
  raise, increase, grow, enlarge, more room, expand > update increase limit capacity
  lower, reduce, shrink, decrease, cut > update decrease
  connect, link, tie, hook up, pair > connect link
  disconnect, unlink, cut off, unpair > disconnect remove
  sign in, log in, log on > login session token
  sign out, log out, log off > logout revoke session
  tag, mark, flag, label > label tag mark
  go back, previous, back > previous
  skip, jump, next one > next skip seek
  allowed, may i, permitted > permission limit
  works, working, broken, down, outage, up and running > status health

  lately, latest, newest, most recent, just now, up to date, fresh > latest recent
  earlier, past, former, previous, back then, old > history past
  soon, next week, next month, tonight, coming, ahead, upcoming, future > upcoming schedule
  tonight, today, right now, currently, at the moment, these days, on now > current now playing today
  daily, each day, per day, every day > day daily
  weekly, monthly, yearly, regularly, every week, recurring, every month > recurring schedule interval
  later, delay, postpone, put off > schedule reschedule delay
  best, top, greatest, finest, highest rated, favourite, favorite, best loved > top rated popular
  hot, trendy, in fashion, talked about, buzz, viral > trending popular
  cheap, cheapest, bargain, affordable, dear, dearer, dearest, expensive > price cheapest
  missing, absent, lost > missing
  free, vacant, unoccupied, still left, in stock > available availability
  full, sold out, fully booked > capacity availability
  waiting, pending, not yet, outstanding, still open > pending open scheduled
  overdue, late, owes, owe, unpaid, not paid > overdue unpaid due invoice
  mine, my own, i own, me, myself > user me current
  whole, entire, all of > all list
  single, particular, one specific > get
  similar, alike, such as, same as, more like, loved, if i liked > similar recommendation related
  foreign, in other languages, abroad > translation language alternative country
  nearby, around here, close by, near me, within reach, surrounding, neighbourhood, neighborhood > nearby search place
  important, urgent, critical > priority label
  broken, faulty, defective, damaged > bug error issue defect

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
    parking, charging station > place nearby search
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
`
