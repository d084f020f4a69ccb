-- What an attempt of a raw run is about, spelled as `healthTargetOf` spells it; null for a capability.
create function attempt_endpoint_v1(raw jsonb) returns text language sql immutable parallel safe as $$
  select case
    -- Endpoints that start an actor which the caller names; GET lists its runs, and starts one at the other endpoints.
    when called ~ '^(POST .*|GET .*/run-sync(-get-dataset-items)?)$'
      and called ~ '/actors/[{]actorId[}]/run(s|-sync|-sync-get-dataset-items)$'
      and raw -> 'path' ->> 'actorId' ~ '^[A-Za-z0-9._-]{1,100}([/~][A-Za-z0-9._-]{1,100})?$'
    then 'POST ' || regexp_replace(raw ->> 'endpoint', '/actors/[{]actorId[}]/run(s|-sync|-sync-get-dataset-items)$',
      '/actors/' || replace(raw -> 'path' ->> 'actorId', '/', '~') || '/runs')
    else called end
  from (select (raw ->> 'method') || ' ' || (raw ->> 'endpoint') as called) c
$$;
