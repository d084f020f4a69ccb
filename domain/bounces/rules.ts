import { RECIPIENT_WORDS } from './recipient-words.ts'

/**
 * What a bounce is about. `unknown_recipient`: the mailbox, its account or its domain does not exist or is closed.
 * `recipient_policy`: the recipient's server refuses this message by a rule. `sender_fault`: something of the sender is
 * wrong (address, domain, host, authentication, account). `transient`: a full mailbox, or a failure that may pass.
 */
export type BounceClass = 'unknown_recipient' | 'recipient_policy' | 'sender_fault' | 'transient'

/** All conditions that a rule has must hold; `words` are tested without names, codes and case. */
export interface BounceRule {
  readonly class: BounceClass
  readonly words?: RegExp
  /** The first enhanced status code (RFC 3463). */
  readonly status?: RegExp
  /** The first reply code (RFC 5321). */
  readonly reply?: RegExp
  /** Who sends it, and where that is documented. */
  readonly source: string
}

/**
 * The kinds of Amazon SES, which AgentMail and Resend pass on (docs.aws.amazon.com/ses, "Bounce types"). `text`: it
 * states only that the bounce is final, so the text decides. A list that held the message back has heard from no mail
 * server. Any other kind is about policy.
 */
export const SUB_TYPES: Readonly<Record<string, BounceClass | 'text'>> = {
  general: 'text',
  noemail: 'text',
  mailboxfull: 'transient',
  suppressed: 'recipient_policy',
  onaccountsuppressionlist: 'recipient_policy',
  messagetoolarge: 'recipient_policy',
  contentrejected: 'recipient_policy',
  attachmentrejected: 'recipient_policy',
}

/**
 * A status that only repeats that the message has bounced: AgentMail's `status` of a recipient (docs.agentmail.to,
 * "Webhook Events"), and the action of a delivery report (RFC 3464).
 */
export const BARE_WORD = /^(?:hard[ _-]?)?(?:bounced?|failed|failure|undelivered|undeliverable|permanent)$/

/** Of the sender. `your` addresses the sender, but a message and a recipient are the sender's too. */
const SENDER_WORDS = new RegExp(
  [
    String.raw`\bsender(?:'s)? (?:e-?mail|address|domain|id|ip|host|server|account|mailbox|verif\w+|rejected|denied)`,
    String.raw`\bsender(?:'s)? (?:unknown|blocked|invalid|not|is|has|must|does|doesn't|policy)`,
    String.raw`\b(?:invalid|bad|unknown|bogus|unroute?able|unverified|forged|spoofed|null|empty|banned|denied) sender`,
    String.raw`\benvelope[- ](?:sender|from)|\bmail from\b|\breturn[- ]path|\bfrom[: ]+(?:header|address|domain)`,
    String.raw`\bbadmailfrom\b|\bspoof`,
    String.raw`\byour (?:account|e-?mail account|e-?mail address|domain|server|host|mail ?server|network|isp)\b`,
    String.raw`\bsending (?:domain|address|account|server|host|mta|limit|quota|user)|\bips?\b|\bipv[46]\b`,
    String.raw`\b(?:for|from) sending\b`,
    String.raw`\bspf\b|\bdkim\b|\bdmarc\b|\b(?:un)?authenticat|\bpassword|\bcredential|\breply-?to\b`,
    String.raw`\breverse dns\b|\bptr\b|\brdns\b|\bhelo\b|\behlo\b|\bclient host\b`,
    String.raw`\bspamhaus|\bspamcop|\bsorbs\b|\brbls?\b|\bdnsbl|\bblock ?list|\bblack ?list|\bdeny ?list|\breputation`,
    String.raw`\baddress is not verified|\bidentit(?:y|ies) failed the check`,
  ].join('|'),
)

const PERSON = String.raw`(?:recipient|addressee|user|customer|person|owner)`
const REFUSED = String.raw`(?:blocked|refused|declined|black ?listed)`

/** A person who refuses this sender: the words name the sender too, but the person is not written to again. */
const REFUSED_BY_PERSON = new RegExp(
  [
    String.raw`\b${PERSON} has (?:${REFUSED}|opted out|unsubscribed)\b` +
      String.raw`(?! (?:your|the|this) (?:ip|server|host|network))`,
    String.raw`\b${PERSON} (?:does not|doesn't) (?:want to |wish to )?(?:accept|receive|get) ` +
      String.raw`(?:any |more )?(?:e-?mail|mail|messages?) from (?:you|th(?:is|e) sender)\b`,
    String.raw`\b${REFUSED} by (?:the |this )?${PERSON}(?:$|[.,;:]|'?s? (?:preference|choice|request))`,
    String.raw`\b${PERSON}'s (?:personal )?(?:block|black|deny) ?list`,
  ].join('|'),
)

const FULL_WORDS = new RegExp(
  [
    String.raw`\b(?:over|exceed\w*|above|out of)\b[^.;]{0,40}\bquota|\bquota\b[^.;]{0,20}(?:exceed|full|reached)`,
    String.raw`\boverquota|\bmailbox (?:size )?limit`,
    String.raw`\b(?:mail ?box|account|inbox|user|recipient|storage|folder)\b[^.;]{0,50}\bfull\b(?! name)`,
    String.raw`\bfull mail ?box|\binsufficient (?:system |disk )?(?:storage|space)|\bexceeded storage allocation`,
    String.raw`\bout of (?:storage|disk|space)|\bnot enough (?:storage|space|room|disk)|\bdisk full`,
  ].join('|'),
)

const LATER_WORDS = new RegExp(
  [
    String.raw`\bgr[ea]y ?-?list|\btry (?:again )?later|\bagain later\b|\btemporar(?:y|ily)\b`,
    String.raw`\b(?:at a rate that|rate limit|throttl|too (?:quickly|fast|many (?:connections|messages|concurrent)))`,
    String.raw`\btimed? ?-?out\b|\bconnection (?:refused|reset|lost|dropped|closed|timed)|\bdelivery (?:time )?expired`,
    String.raw`\bclosed the connection|\bmessage expired|\bretry time(?:out)? |\btoo many hops|\bhop count|\bmail loop|\brouting loop`,
  ].join('|'),
)

const DOWN_WORDS =
  /\b(?:server|host|service|system|network)\b[^.;:]{0,30}\b(?:unavailable|unreachable|down|busy|not respond)/

const POLICY_WORDS = new RegExp(
  [
    String.raw`\brelay|\bspam|\bunsolicited|\bbulk\b|\bjunk|\bvirus|\bmalware|\bphish|\bmalicious|\bsuspicious`,
    String.raw`\bpolic(?:y|ies)\b|\bprohibit|\badministrative|\bblocked|\bbanned|\brestrict|\bmoderat|\bcontent\b`,
    String.raw`\bnot (?:allowed|permitted|authori[sz]ed|accept)|\baccess denied|\bsecurity|\bfirewall|\bfilter`,
    String.raw`\btoo (?:large|big|long)|\bmessage size|\bsize (?:limit|violation)|\battachment|\bwhite ?list|\ballow ?list`,
  ].join('|'),
)

/** Read from the first to the last: the first rule whose conditions hold decides. */
export const BOUNCE_RULES: readonly BounceRule[] = [
  {
    class: 'recipient_policy',
    words: /\bresolver rst\b/,
    source: 'Exchange "RESOLVER.RST": a restriction that the recipient has set, such as a group of inner senders only',
  },
  {
    class: 'recipient_policy',
    words: REFUSED_BY_PERSON,
    source: 'personal lists of blocked senders, in the words of mail filters',
  },
  {
    class: 'sender_fault',
    words: SENDER_WORDS,
    source:
      'Postfix smtpd_sender_restrictions and reject_rbl_client; Exim "Sender verify failed", whose text quotes the ' +
      'answer about the sender, such as "No Such User Here"; qmail badmailfrom; Gmail support.google.com/a/answer/3726730 ' +
      '(5.7.26 and others); Exchange Online 5.7.5xx and 5.1.8; Amazon SES "Email address is not verified"',
  },
  {
    class: 'sender_fault',
    status: /^[45]\.(?:1\.[78]|7\.(?:[589]|1[1-3]|2[0-9]|30|5[078]|6[04]|50[1-9]|51[125]|6[0-4]\d|70[58]|750))$/,
    source:
      'RFC 3463 (x.1.7, x.1.8), RFC 7372 (x.7.20 to x.7.26), RFC 7505 (x.7.27), RFC 5248; learn.microsoft.com, ' +
      '"Email nondelivery reports in Exchange Online" (5.7.23, 5.7.57, 5.7.64, 5.7.501 to 5.7.750)',
  },
  {
    class: 'transient',
    words: FULL_WORDS,
    source: 'RFC 5321 (452, 552); Gmail 5.2.2; Exim "mailbox is full"; Dovecot',
  },
  { class: 'transient', status: /^4\./, source: 'RFC 3463, class 4' },
  { class: 'transient', reply: /^4/, source: 'RFC 5321, replies of class 4' },
  { class: 'transient', words: LATER_WORDS, source: 'Postgrey; Gmail 4.2.1; Exim "retry timeout exceeded"; Sendmail' },
  {
    class: 'transient',
    status: /^5\.(?:2\.2|3\.1|4\.(?:0|2|3|5|6|7|14|31[2-7]))$/,
    source:
      'RFC 3463 (mailbox or system full, network and routing failures); Exchange Online 5.4.14, 5.4.312 to 5.4.317',
  },
  {
    class: 'unknown_recipient',
    words: /\bno mail ?box (?:here|found)? ?by that name|\bthat recipient (?:doesn't|does not) exist/,
    source: 'qmail with chkuser or validrcptto as Plesk and others ship it: the words are true, its "(#5.7.1)" is not',
  },
  { class: 'recipient_policy', status: /^5\.(?:7|6)\./, source: 'RFC 3463 (security, policy and content)' },
  {
    class: 'unknown_recipient',
    words: /\b(?:recipient )?address(?:es)? rejected ?: access denied/,
    status: /^5\.(?:1\.\d+|4\.1)$/,
    source:
      'Exchange Online, directory-based edge blocking: "550 5.4.1 Recipient address rejected: Access denied" is an ' +
      'address that the directory does not have (learn.microsoft.com; spamresource.com, 2023 and 2025). Postfix states ' +
      'the same words by its access tables, with 5.7.1',
  },
  ...RECIPIENT_WORDS.map(({ words, source }) => ({ class: 'unknown_recipient' as const, words, source })),
  { class: 'recipient_policy', words: POLICY_WORDS, source: 'Mimecast, Proofpoint, Barracuda, Postfix policy servers' },
  {
    class: 'transient',
    words: DOWN_WORDS,
    source: 'RFC 5321 (421); providers that gave up after days call it final',
  },
  {
    class: 'unknown_recipient',
    status: /^5\.(?:1\.(?:[0-36]|10)|2\.1|4\.4|4\.310)$/,
    source:
      'RFC 3463 (mailbox, domain or syntax wrong, moved, disabled), RFC 7505 (null MX), RFC 3463 5.4.4 as Postfix uses ' +
      'it for a domain without a host; Exchange Online 5.4.310, "DNS domain does not exist"',
  },
  { class: 'transient', status: /^5\.4\.1$/, source: 'RFC 3463: no answer from host' },
  { class: 'transient', reply: /^552$/, source: 'RFC 5321: exceeded storage allocation' },
]
