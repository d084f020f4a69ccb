/** The endpoints that start an actor which the caller names, and an actor's name, as `readActorId` reads it. */
const STARTS_ACTOR = '/actors/[{]actorId[}]/run(s|-sync|-sync-get-dataset-items)$'
/** GET lists the runs of an actor, and starts one at the other endpoints. */
const STARTS_BY = '^(POST .*|GET .*/run-sync(-get-dataset-items)?)$'
const ACTOR_NAME = '^[A-Za-z0-9._-]{1,100}([/~][A-Za-z0-9._-]{1,100})?$'

/** What an attempt of a raw run is about, spelled as `healthTargetOf` spells it; null for a capability. */
export const TARGET_SQL = (alias: string): string =>
  `case when (${alias}.raw_request ->> 'method') || ' ' || (${alias}.raw_request ->> 'endpoint') ~ '${STARTS_BY}'
          and ${alias}.raw_request ->> 'endpoint' ~ '${STARTS_ACTOR}'
          and ${alias}.raw_request -> 'path' ->> 'actorId' ~ '${ACTOR_NAME}'
        then 'POST ' || regexp_replace(${alias}.raw_request ->> 'endpoint', '${STARTS_ACTOR}',
          '/actors/' || replace(${alias}.raw_request -> 'path' ->> 'actorId', '/', '~') || '/runs')
        else ${alias}.raw_request ->> 'method' || ' ' || (${alias}.raw_request ->> 'endpoint') end`
