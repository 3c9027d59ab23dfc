-- Programs that act for people through the tool server. They belong to the installation, not to a workspace.
create table oauth_clients (
  -- Our own id of one that registered, or the address of the document that describes it.
  id text primary key,
  name text not null,
  redirect_uris text[] not null,
  -- Null for one that can keep no secret.
  secret_hash bytea,
  created_at timestamptz(3) not null,
  -- When the document has to be read again; null for one that registered.
  stale_at timestamptz(3)
);

-- What a person allowed a program to do in one workspace.
create table oauth_grants (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  user_id uuid not null,
  client_id text not null references oauth_clients (id),
  scopes text[] not null,
  is_read_only boolean not null,
  -- Of its refresh token. The one before is good for a moment longer, because two windows may refresh at once.
  generation integer not null default 1,
  refreshed_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  ended_because text,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id)
);
create unique index oauth_grants_id on oauth_grants (id);
create index oauth_grants_newest on oauth_grants (workspace_id, created_at desc, id desc);

-- Given to the browser, exchanged by the program, once.
create table oauth_codes (
  code_hash bytea not null,
  client_id text not null references oauth_clients (id),
  redirect_uri text not null,
  challenge text not null,
  user_id uuid not null references users (id),
  workspace_id text not null references workspaces (id),
  scopes text[] not null,
  is_read_only boolean not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  grant_id uuid,
  primary key (workspace_id, code_hash)
);
create unique index oauth_codes_hash on oauth_codes (code_hash);
create index oauth_codes_old on oauth_codes (expires_at);

create trigger credentials_changed after update of ended_at, scopes, is_read_only or delete on oauth_grants
  for each statement execute function credentials_changed();
