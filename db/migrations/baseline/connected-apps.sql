-- Apps that people connect over OAuth (Spec 5.6): clients, grants, and the codes and tokens of the authorization
-- server.
create table oauth_client (
  id text primary key,
  name text not null check (name <> '' and length(name) <= 100),
  -- As the library reads it: nothing in it is secret, and nothing in it is ever fetched.
  metadata jsonb not null check (jsonb_typeof(metadata) = 'object'),
  -- Until when its document is used without being read again; null: the client has registered itself.
  fresh_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  -- null as soon as a person has connected it.
  forgotten_at timestamptz default clock_timestamp() + interval '30 days'
);
create index oauth_client_to_forget on oauth_client (forgotten_at) where forgotten_at is not null;

-- One person's consent: the grant to which all its codes and tokens belong.
create table connected_app (
  id text primary key,
  workspace_id text not null references workspace (id),
  user_id text not null references app_user (id),
  client_id text not null references oauth_client (id),
  name text not null check (name <> ''),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'run', 'write']),
  -- The names of the API that the client requested (RFC 8707).
  resources text[] not null check (cardinality(resources) > 0),
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
-- A client has one grant per person; connecting again replaces it. The index also finds the apps of a workspace.
create unique index connected_app_in_force on connected_app (workspace_id, user_id, client_id)
  where revoked_at is null;
create index connected_app_of_client on connected_app (client_id);
create trigger connected_app_not_in_quarantine before insert on connected_app
  for each row execute function refuse_in_quarantine();

create table oauth_artifact (
  kind text not null check (kind in ('Interaction', 'AuthorizationCode', 'AccessToken', 'RefreshToken')),
  -- SHA-256 of what the client or the browser holds: the thing itself is nowhere.
  id_hash bytea not null check (octet_length(id_hash) = 32),
  app_id text references connected_app (id),
  payload jsonb not null check (jsonb_typeof(payload) = 'object'),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- Used up; it stays until it expires, so that a second use is seen.
  consumed_at timestamptz,
  primary key (kind, id_hash),
  check ((kind = 'Interaction') = (app_id is null))
);
create index oauth_artifact_of_app on oauth_artifact (app_id) where app_id is not null;
create index oauth_artifact_by_expiry on oauth_artifact (expires_at);

-- The keys with which every replica signs, sealed like a credential.
create table oauth_key (
  id text primary key,
  ciphertext bytea not null,
  wrapped_key bytea not null,
  key_version integer not null check (key_version > 0),
  created_at timestamptz not null default clock_timestamp()
);
