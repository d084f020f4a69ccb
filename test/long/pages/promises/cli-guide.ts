import type { CommandPromise } from '../walk.ts'

export const CLI_GUIDE: Readonly<Record<string, readonly CommandPromise[]>> = {
  'The command line client': [
    { command: 'alias svc=' },
    { command: 'svc discover', prints: /^contact\.find /m },
    { command: 'svc inspect', prints: /^Offers/m },
    { command: 'svc run', prints: /^succeeded/ },
    { command: 'svc runs', prints: /^run_\w+ +succeeded/m },
  ],
  'Your workspace': [
    { command: 'svc keys create', prints: /^ +key +svc_test_\w+$/m },
    { command: 'svc keys', prints: /^key_\w+ +laptop +test /m },
    { command: 'svc usage', prints: /^CAPABILITY /m },
    { command: 'svc plan', prints: /^ +plan +(pay_per_call|plus)$/m },
    { command: 'svc referrals', prints: /^ +link +http/m },
    { command: 'svc watches create', prints: /^ +every +7d$/m },
    { command: 'svc watches list', prints: /^watch_\w+ +active +web\.search +7d /m },
    { command: 'svc domains add', prints: /^TXT +send\.mail\.example\.com /m },
    { command: 'svc domains check', prints: /^ +status +active$/m },
    { command: 'svc inboxes create', prints: /^ +address +ada@mail\.example\.com$/m },
    { command: 'svc accounts connect', prints: /^http\S+\/connect\// },
    { command: 'svc accounts', prints: /^acct_\w+ +linkedin +connected /m },
    { command: 'svc connections' },
    { command: 'svc members invite', prints: /^lee@example\.com invited as viewer, /m },
    { command: 'svc members', prints: /^lee@example\.com +viewer /m },
  ],
  'What goes in': [
    { command: 'limit:=5', prints: /^succeeded +web\.search[^]*position +5$(?![^]*position +6)/m },
    { command: '--input - domain=example.com', prints: /^succeeded +contact\.find[^]*domain +example\.com/m },
    { command: 'svc api GET', prints: /"daily_limit"/ },
  ],
  'What comes out': [
    { command: '--async --field run_id' },
    { command: 'svc runs get "$RUN" --wait', prints: /^succeeded/ },
    { command: 'svc runs --all', prints: /^run_\w+ succeeded 0\.0143$/m },
    { command: '--summary', prints: /^ +items +2 of 30$/m },
    { command: '+no-match', prints: /^it ended with 4$/m },
  ],
  'Many rows': [
    { command: 'printf' },
    { command: '--dry-run', prints: /^ +estimate +2 rows: 2 runnable$/m },
    { command: '--wait --out', prints: /^partially_succeeded$[^]*^ +outcomes +1 found, 1 failed$/m },
    { command: 'svc jobs', prints: /^job_\w+ +partially_succeeded +contact\.verify +2\/2 +1 /m },
  ],
}
