/**
 * Everyday words of a request, and the words by which APIs name what they mean: `written, written > named named`. One
 * way only: who writes "lately" means recent things, and who writes "recent" writes it already. General knowledge by
 * subject; a word that means different things in different subjects suggests them all. A phrase is one entry, of at
 * most three words. A line that ends with a comma continues in the next.
 */
export const EVERYDAY_WORDS = `
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
  who runs, who leads, who heads, in charge, who decides > decision maker person title
  employ, employs, employed, works there > employee headcount
  study, studied, studies at, alma mater, graduated > education person profile
  whose > person reverse
  worth, valued, valuation > value revenue funding
  invested, invests, backer, backers, backed > investor funding
  competes, compete, like ours, same kind > competitor similar
  companies like, company like, firms like, startups like, businesses like, brands like, rivals of, websites like,
    website like, sites like, products like, product like, apps like, tools like, software like, services like,
    platforms like, shops like, stores like > similar company competitor
  calls the shots, call the shots, calling the shots, pulls the strings, pull the strings, purse strings, final say,
    last word, runs the show, wears the trousers, wears the pants, signs the checks, signs the cheques, sign the checks,
    big cheese, head honcho, top brass, bigwig, higher ups > decision maker executive
  google something, google someone, google it, google that, google a question, google my question, google the answer,
    google this, ask google, asks google > web search internet
  shoot someone, shoot them, drop a line > send email

  begin, commence, kick off, launch, set off > start create
  put, place, append, insert, include > add create
  build, compose, prepare, produce, draft > create
  throw away, get rid of, wipe, trash, scrap, discard, bin, take down, take off, take away > delete remove
  throw out, kick out, expel, oust, evict > remove kick member
  take back, undo, revert, roll back, unmake > delete remove restore revert
  bring back, recover, undelete, get back > restore
  call off, calls off, abandon > cancel
  turn on, switch on, turns on, switches on > enable activate
  turn off, switch off, turns off, switches off > disable deactivate
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
`
