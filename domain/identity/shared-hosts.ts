import mailProviders from 'email-providers/all.json' with { type: 'json' }
import { domainsOf } from './covers.ts'

/**
 * Sites and mail domains that many parties share, so that they identify none of them. One list for every entry point:
 * rows, imports, providers' answers, suppressions.
 */

const words = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '))

/** Sites on whose paths many parties have a page. Subdomains are languages, devices and services of the same site. */
const ON_PATHS = words(
  // Networks.
  'facebook.com fb.com fb.me m.me messenger.com instagram.com instagr.am threads.net threads.com x.com twitter.com',
  'linkedin.com linkedin.cn lnkd.in youtube.com youtu.be tiktok.com snapchat.com pinterest.com pin.it reddit.com',
  'redd.it twitch.tv discord.com discord.gg t.me telegram.me telegram.org wa.me whatsapp.com vk.com ok.ru xing.com',
  'weibo.com wechat.com bsky.app mastodon.social quora.com nextdoor.com meetup.com behance.net dribbble.com vimeo.com',
  'dailymotion.com soundcloud.com spotify.com flickr.com goodreads.com imdb.com stackoverflow.com clubhouse.com',
  'line.me kakao.com threema.id signal.me signal.group zalo.me goodfirms.co producthunt.com angel.co wellfound.com',
  // Lists of links and pages about a person.
  'linktr.ee beacons.ai bio.link bio.site linkin.bio lnk.bio campsite.bio taplink.cc tap.bio hoo.be msha.ke solo.to',
  'about.me allmylinks.com direct.me komi.io koji.to later.com linkpop.com linkfire.com lnk.to many.link milkshake.app',
  'snipfeed.co stan.store withkoji.com heylink.me hihello.me popl.co blinq.me linq.com gravatar.com polywork.com read.cv',
  // Short links.
  'bit.ly bitly.com t.co goo.gl tinyurl.com ow.ly buff.ly is.gd v.gd cutt.ly rebrand.ly rb.gy shorturl.at t.ly tiny.cc',
  'lnk.to dlvr.it ift.tt trib.al spoti.fi amzn.to amzn.eu a.co g.co g.page maps.app.goo.gl forms.gle youtube.app.link',
  'qr.io qrco.de qr.ae shor.by smarturl.it soo.gd s.id u.to x.gd urlz.fr adf.ly bl.ink hubs.ly hubs.la mailchi.mp eepurl.com',
  // Calendars, forms, meetings, documents.
  'calendly.com cal.com savvycal.com chilipiper.com acuityscheduling.com tidycal.com youcanbook.me zcal.co appt.link',
  'typeform.com jotform.com surveymonkey.com tally.so airtable.com eventbrite.com eventbrite.co.uk lu.ma zoom.us',
  'canva.com docsend.com dropbox.com box.com wetransfer.com scribd.com slideshare.net issuu.com pitch.com loom.com',
  'trello.com medium.com gofundme.com',
  // Google, Apple and Microsoft: their pages, shops, drives and forms belong to others.
  'google.com google.de google.co.uk google.fr google.es google.it apps.apple.com itunes.apple.com podcasts.apple.com',
  'music.apple.com books.apple.com maps.apple.com forms.office.com forms.microsoft.com apps.microsoft.com 1drv.ms',
  'onedrive.live.com appsource.microsoft.com marketplace.visualstudio.com',
  // Shops and payments.
  'amazon.com amazon.de amazon.co.uk amazon.fr amazon.in ebay.com ebay.de ebay.co.uk etsy.com alibaba.com aliexpress.com',
  'walmart.com mercadolibre.com mercadolivre.com.br gumroad.com patreon.com buymeacoffee.com ko-fi.com kickstarter.com',
  'indiegogo.com paypal.com paypal.me venmo.com cash.app depop.com poshmark.com vinted.com redbubble.com teespring.com',
  'fiverr.com upwork.com freelancer.com udemy.com skool.com teachable.com substack.com onlyfans.com',
  // Reviews, directories, maps and travel.
  'yelp.com yelp.de yelp.co.uk tripadvisor.com tripadvisor.co.uk tripadvisor.de booking.com airbnb.com expedia.com',
  'hotels.com agoda.com vrbo.com opentable.com thefork.com foursquare.com zomato.com ubereats.com doordash.com',
  'grubhub.com deliveroo.co.uk just-eat.co.uk trustpilot.com g2.com capterra.com getapp.com clutch.co glassdoor.com',
  'indeed.com crunchbase.com pitchbook.com zoominfo.com apollo.io rocketreach.co dnb.com bloomberg.com owler.com',
  'yellowpages.com yellowpages.ca yell.com gelbeseiten.de pagesjaunes.fr paginegialle.it paginasamarillas.es',
  'goldenpages.ie whitepages.com manta.com bbb.org angi.com angieslist.com homeadvisor.com thumbtack.com houzz.com',
  'bark.com checkatrade.com justdial.com indiamart.com kompass.com europages.com wlw.de northdata.com opencorporates.com',
  'healthgrades.com zocdoc.com doctolib.de doctolib.fr jameda.de avvo.com justia.com findlaw.com psychologytoday.com',
  'zillow.com realtor.com trulia.com rightmove.co.uk zoopla.co.uk theknot.com weddingwire.com mapquest.com waze.com',
  'company-information.service.gov.uk find-and-update.company-information.service.gov.uk sec.gov',
  // Encyclopedias, code, archives.
  'wikipedia.org wikidata.org fandom.com github.com gitlab.com bitbucket.org npmjs.com pypi.org archive.org archive.ph',
)

/**
 * Platforms that give each customer a subdomain: `acme.substack.com` is Acme's own, the platform's pages are shared.
 * Platforms whose subdomains the public suffix list names need no entry.
 */
const ON_SUBDOMAINS = words(
  'substack.com medium.com gumroad.com teachable.com notion.site carrd.co wixsite.com wix.com weebly.com jimdo.com',
  'squarespace.com wordpress.com blogspot.com tumblr.com strikingly.com webnode.com webflow.io framer.website super.site',
  'hubspotpagebuilder.com unbouncepages.com leadpages.co instapage.com clickfunnels.com kajabi.com thinkific.com',
  'podia.com ghost.io bigcartel.com myshopify.com square.site godaddysites.com ueniweb.com business.site bandcamp.com',
  'typeform.com youcanbook.me acuityscheduling.com airtable.com readthedocs.io gitbook.io zendesk.com',
)

/**
 * Whether a page belongs to one of the many parties on its site, so that the site's domain does not name them. `host`
 * is in normal form, without `www.`. `path` empty or `/` is the site itself, which belongs to its owner; without it,
 * the question is about any page there.
 */
export function isSharedSite(host: string, path?: string): boolean {
  if (path === '' || path === '/') return false
  const [own, ...parents] = domainsOf({ kind: 'domain', value: host })
  if (own === undefined) return false
  return ON_PATHS.has(own) || ON_SUBDOMAINS.has(own) || parents.some((at) => ON_PATHS.has(at) && !ON_SUBDOMAINS.has(at))
}

/** In the kept list, but no provider: companies whose own people write from there. */
const COMPANIES = words(
  'alibaba.com facebook.com telstra.com name.com law.com techspot.com nus.edu.sg dnsmadeeasy.com oath.com',
  // Reserved for examples (RFC 2606).
  'example.com',
)
/** Providers of mailboxes that the kept list lacks. */
const ADDED = words(
  'hey.com mailbox.org tutanota.com tutanota.de tutamail.com tuta.com tuta.io keemail.me bt.com yandex.by kolabnow.com',
  'fastmail.com posteo.de posteo.net gmx.ch vodafone.de sunrise.ch hispeed.ch bbox.fr ziggo.nl proximus.be sohu.com zoho.eu',
  'zohomail.com duck.com simplelogin.com mozmail.com globo.com',
  'mailfence.com disroot.org riseup.net countermail.com ctemplar.com startmail.com msgsafe.io skiff.com',
)
const PUBLIC_MAIL = new Set([...mailProviders, ...ADDED].filter((host) => !COMPANIES.has(host)))

/** Whether the host gives mailboxes to the public, so that two addresses there state nothing about a company. */
export const isPublicMailDomain = (host: string): boolean => PUBLIC_MAIL.has(host)
