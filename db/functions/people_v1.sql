-- Whether an identity of a row names a person: a domain, a page of a company and a table's own key name none.
create function names_person_v1(kind text, value text) returns boolean language sql immutable parallel safe as $$
  select kind in ('email', 'phone', 'handle') or (kind = 'linkedin' and value like 'in/%')
$$;

-- The identity by which a name is compared: of an email address its mailbox, because `kim+news@` reaches who `kim@`
-- does.
create function compared_value_v1(kind text, value text) returns text language sql immutable parallel safe as $$
  select case kind when 'email' then mailbox_of(value) else value end
$$;
