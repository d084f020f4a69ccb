/** Given names that one person goes by, and spellings of one name; folded, so without marks and in lower case. */
const GROUPS: readonly string[] = [
  'robert bob bobby rob robbie bert',
  'william bill billy will willy liam wilhelm guillermo guillaume',
  'richard rick ricky dick rich',
  'james jim jimmy jamie jaime',
  'john jack johnny jon ivan juan jean johann johannes giovanni hans ian sean',
  'michael mike mick mickey misha mikhail miguel michel michele',
  'margaret maggie meg peggy greta rita margarita marguerite',
  'elizabeth liz lizzie beth betty eliza lisa elisabeth isabel isabella',
  'katherine kate kathy katie cathy catherine kat katja ekaterina caterina',
  'alexander alex alexandra sasha sandra sandy xander alejandro alessandro aleksandr lex',
  'edward ed eddie ted teddy ned eduardo',
  'theodore theo ted teddy fyodor',
  'henry harry hank heinrich enrique enrico henri',
  'charles charlie chuck carl karl carlos carlo',
  'thomas tom tommy tomas',
  'joseph joe joey jose giuseppe josef youssef yusuf',
  'anthony tony antonio anton antoine',
  'andrew andy drew andreas andrei andre andrea andres',
  'peter pete pedro pierre pietro piotr pyotr',
  'paul pablo paolo pavel',
  'george jorge giorgio georg yuri jerzy georges',
  'stephen steve steven stefan stephan esteban etienne',
  'nicholas nick nicky nicolas nikolai klaus nico',
  'patricia pat patty tricia',
  'patrick pat paddy rick',
  'susan sue suzie suzanne susanne susanna',
  'deborah deb debbie',
  'jennifer jen jenny',
  'jessica jess jessie',
  'barbara barb babs',
  'dorothy dot dottie dora',
  'victoria vicky tori vika',
  'samuel sam sammy samantha',
  'daniel dan danny',
  'david dave davy',
  'matthew matt mateo matteo matthias mathieu',
  'christopher chris kit christoph christophe christina christine kristina',
  'frederick fred freddy federico friedrich',
  'francis frank fran francisco francesco paco franz francois frances',
  'lawrence larry lorenzo laurent lars laurence',
  'gerald gerry jerry gerard geraldo gerhard',
  'ronald ron ronnie',
  'donald don donnie',
  'eugene gene evgeny yevgeny eugenio',
  'dmitry dima dmitri dimitri',
  'vladimir vova volodymyr wladimir',
  'philip phil felipe philippe filippo',
  'leonard leo len lenny leonardo',
  'benjamin ben benny',
  'abigail abby gail',
  'rebecca becky becca',
  'virginia ginny ginger',
  'walter walt wally',
  'raymond ray',
  'mary maria marie molly polly maryam miriam',
  'ann anne anna annie nancy hannah ana',
  'helen elena helena ellen yelena nell',
  'mohammed muhammad mohamed mohammad mehmet mo',
]

const GROUPS_OF: ReadonlyMap<string, readonly number[]> = (() => {
  const found = new Map<string, number[]>()
  GROUPS.forEach((group, index) => {
    for (const name of group.split(' ')) found.set(name, [...(found.get(name) ?? []), index])
  })
  return found
})()

/** Whether one person may go by both given names. */
export function areOneName(a: string, b: string): boolean {
  const groups = GROUPS_OF.get(b) ?? []
  return (GROUPS_OF.get(a) ?? []).some((group) => groups.includes(group))
}
