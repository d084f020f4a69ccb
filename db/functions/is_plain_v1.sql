-- Whether the end of a run touches no table and no person: it is no send, and has no link to a table.
create function is_plain_v1(r run) returns boolean language sql immutable parallel safe as $$
  select r.send is null and r.record is null and r.landing is null
$$;
