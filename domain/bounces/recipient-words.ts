/** The recipient, as mail servers call it. */
const RECIPIENT = String.raw`(?:users?|user ?name|mail ?box|recipients?|addressee|address|account|e-?mail address|alias|mail ?drop|local[- ]part|person|customer|rcpt|destination)`

/** Before the recipient: `unknown user`, `bad destination mailbox address`, `unknown or illegal alias`. */
const BEFORE = String.raw`\b(?:unknown|no such|non-?exist(?:ent|ing)|invalid|bad|wrong|illegal|unrecogni[sz]ed|undefined|inactive|deactivated|discontinued|obsolete)(?:\/\w+| (?:or|and) \w+)? (?:(?:local|virtual|destination|e-?mail|mail|domain|final|target) ){0,3}${RECIPIENT}\b`

/** The state of a recipient that is not there, or not any more. */
const MISSING = [
  String.raw`\bunknown\b|\bunavail?able\b|\b(?:does|do)(?: not|n't) exist|\bnot exist|\bno exist|\bno longer\b`,
  String.raw`\bnot (?:be )?(?:found|known|exists?|existing|active|activated|listed|present|registered|recogni[sz]ed)\b`,
  String.raw`\bnot (?:valid|local|in|ok|available|currently)\b|\b(?:wasn't|couldn't be|could not be|cannot be) found`,
  String.raw`\bis not an? (?:known|valid|local|registered|active|current|existing|member|user|mail ?box)\b`,
  String.raw`\bis not an? (?:recipient|account|customer)\b|\bcannot be verified|\blookup[^.;:]{0,30}fail`,
  String.raw`\bdisabled\b|\bdeactivated\b|\bdiscontinued\b|\binactiv|\binvalid\b|\bclosed\b(?! the)|\bdeleted\b`,
  String.raw`\bterminated\b|\bsuspended\b|\bexpired\b|\barchived\b|\bfrozen\b|\bundeliverable\b|\bmissing home directory`,
].join('|')

/** After the recipient: `user unknown`, `mailbox unavailable`, `account has been disabled or discontinued`. */
const AFTER = String.raw`\b${RECIPIENT}\b(?:(?!server|host|service|system|network|message)[^.;:]){0,60}?(?:${MISSING})`

/**
 * Words that state of the recipient that there is none, for texts in which the sender's words and the codes of policy
 * have been excluded.
 */
export const RECIPIENT_WORDS: readonly { readonly words: RegExp; readonly source: string }[] = [
  {
    words: new RegExp(BEFORE),
    source: 'Sendmail "unknown or illegal alias", Mimecast "Invalid Recipient", Exim "no such user", Barracuda, Zimbra',
  },
  {
    words: new RegExp(AFTER),
    source:
      'Postfix "User unknown in virtual mailbox table" and its other tables, also with 5.0.0; Outlook.com "550 5.5.0 ' +
      'mailbox unavailable" and RFC 5321 without a code; Gmail "does not exist" and "is disabled"; Yahoo "This account ' +
      'has been disabled or discontinued"; Mail.ru; QQ; HCL Domino "not listed in public Name & Address Book"',
  },
  {
    words:
      /\bnot an? (?:known |valid |local |registered |current |active )*(?:user|mail ?box|recipient|address|account)/,
    source: 'Sendmail and Exim configurations "is not a local user", "is not a known user"',
  },
  {
    words:
      /(?:does not|doesn't|do not|don't|not) have an? (?:[\w-]+ ){0,4}(?:account|mail ?box)|\bhas no (?:account|mail ?box)/,
    source: 'Yahoo "554 delivery error: dd This user doesn\'t have a yahoo.com account", with its other names of sites',
  },
  {
    words:
      /\bno (?:mail ?box|(?:user|account) (?:by|with|here|found|at)|valid recipients?|one (?:at|with|here)|person)\b|\bnot (?:our|my) customer/,
    source: 'qmail "no mailbox here by that name", Courier, AT&T, and servers without enhanced codes',
  },
  {
    words:
      /\bunroute?able (?:mail )?(?:address|domain)|\bhost or domain name not found|\b(?:host|domain)(?: name)?\b[^.;:]{0,20}(?:not found|unknown|not exist|n't exist)|\b(?:unknown|no such|non-?existent) (?:mail )?(?:host|domain)|\bnon-existent hosts|\ball host address lookups failed|\bnull ?mx\b|\b(?:has|have) no (?:mx|mail exchanger)/,
    source: 'Exim route.c "Unrouteable address" and dnslookup.c; Postfix "Host or domain name not found"; RFC 7505',
  },
  {
    words: /recip(?:ient)?notfound|\bcuda nsu\b|\bnosuchuser\b|\bdisableduser\b|\buser ?unknown\b|\bbadrcpt(?:to)?\b/,
    source: 'Exchange "RESOLVER.ADR.RecipientNotFound" and "ExRecipNotFound"; Barracuda "cuda_nsu"; qmail "badrcptto"',
  },
  {
    words:
      /utilisateur inconnu|destinataire (?:invalide|inconnu)|destinatario (?:sconosciuto|errato|desconocido|inexistente)|indirizzo inesistente|no existe (?:ese|dicha|la|el|esta)|usuario desconocido|usu[aá]rio (?:desconhecido|inexistente)|(?:empf[aä]nger|benutzer) (?:ist )?unbekannt|unbekannte[rn]? (?:empf[aä]nger|benutzer)|onbekende (?:gebruiker|ontvanger)|nie ma takiego|nie istnieje|нет такого|не найден|不存在/,
    source:
      'Orange and Free (French), Italian, Spanish, Portuguese, German, Dutch, Polish, Russian and Chinese servers',
  },
]
