-- Whether an identity of a row names a person: a domain, a page of a company and a table's own key name none.
create function names_person_v1(kind text, value text) returns boolean language sql immutable parallel safe as $$
  select kind in ('email', 'phone', 'handle') or (kind = 'linkedin' and value like 'in/%')
$$;

-- The identity by which a name is compared: of an email address its mailbox, because `kim+news@` reaches who `kim@`
-- does.
create function compared_value_v1(kind text, value text) returns text language sql immutable parallel safe as $$
  select case kind when 'email' then mailbox_of(value) else value end
$$;

-- What is left of a name whose person was erased and stays suppressed: the same name always has the same hash in a
-- workspace, and another one elsewhere.
create function erased_name_v1(of_workspace text, kind text, value text) returns text
language sql stable parallel safe as $$
  select 'erased:' || encode(sha256(convert_to(of_workspace || ' ' || kind || ' ' || value, 'UTF8')), 'hex')
$$;

-- The values under which a suppression may have a name; erasures of before have hashed the address, not its mailbox.
create function stored_names_v1(of_workspace text, kind text, value text) returns text[]
language sql stable parallel safe as $$
  select array[value, erased_name_v1(of_workspace, kind, value),
    erased_name_v1(of_workspace, kind, compared_value_v1(kind, value))]
$$;

-- The host of an email address or a domain.
create function host_of_v1(value text) returns text language sql immutable parallel safe as $$
  select substring(value from '[^@]*$')
$$;

-- The host of an email address or a domain, and all its parents. Of another name none.
create function host_labels_v1(kind text, value text) returns text[] language sql immutable parallel safe as $$
  select array(
    select array_to_string(h.labels[n:], '.')
    from (select string_to_array(host_of_v1(value), '.') as labels where kind in ('email', 'domain')) h,
      generate_series(1, cardinality(h.labels)) n)
$$;

-- Whether several people share a phone: it ties no row to another, and blocks only itself.
create function is_shared_phone_v1(of_workspace text, of_environment text, phone text) returns boolean
language sql stable parallel safe as $$
  select exists (select from shared_phone s
    where s.workspace_id = of_workspace and s.environment = of_environment and s.value = phone and s.is_shared)
$$;
