create table workspaces (
  id text primary key check (id ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name text not null,
  currency text not null,
  timezone text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table users (
  id uuid primary key,
  email text not null,
  full_name text not null,
  avatar_url text,
  password_hash text,
  created_at timestamptz(3) not null,
  last_sign_in_at timestamptz(3),
  -- Set when it is known that the address is this person's own. Only then may other workspaces take them in.
  email_verified_at timestamptz(3),
  disabled_at timestamptz(3)
);
-- By ASCII letters only, whatever the locale of the database: the same folding as in the code.
create unique index users_email on users (lower(email collate "C"));

create table memberships (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  user_id uuid not null references users (id),
  role text not null check (role in ('member', 'manager', 'admin')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (workspace_id, id)
);
-- A person who comes back gets the old membership again, so there is one per person.
create unique index memberships_user on memberships (workspace_id, user_id);
create index memberships_of_user on memberships (user_id) where ended_at is null;
create index memberships_newest on memberships (workspace_id, created_at desc, id desc) where ended_at is null;

create table departments (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  name text not null,
  slug text not null,
  kind text not null check (kind in ('field_ops', 'office')),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (workspace_id, id)
);
create unique index departments_slug on departments (workspace_id, slug) where deleted_at is null;
create index departments_newest on departments (workspace_id, created_at desc, id desc) where deleted_at is null;

create table membership_departments (
  workspace_id text not null,
  membership_id uuid not null,
  department_id uuid not null,
  primary key (workspace_id, membership_id, department_id),
  foreign key (workspace_id, membership_id) references memberships (workspace_id, id),
  foreign key (workspace_id, department_id) references departments (workspace_id, id)
);

-- Whom new tasks of the department go to when the request asks for the defaults.
create table department_default_assignees (
  workspace_id text not null,
  department_id uuid not null,
  membership_id uuid not null,
  role text not null check (role in ('PRIMARY', 'SECONDARY')),
  primary key (workspace_id, department_id, membership_id),
  foreign key (workspace_id, department_id) references departments (workspace_id, id),
  foreign key (workspace_id, membership_id) references memberships (workspace_id, id)
);

create table api_keys (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  name text not null,
  integration_type text not null check (integration_type in ('server', 'restricted', 'tool-client')),
  scopes text[] not null,
  -- The value itself is shown once and never kept.
  hash bytea not null,
  prefix text not null,
  last_four text not null,
  created_by_user_id uuid references users (id),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  primary key (workspace_id, id)
);
create unique index api_keys_hash on api_keys (hash);
create index api_keys_newest on api_keys (workspace_id, created_at desc, id desc);

-- A refresh token is a proof over (id, generation); using an old generation ends the session.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  generation integer not null default 1,
  created_at timestamptz(3) not null,
  refreshed_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  ended_because text
);
create index sessions_of_user on sessions (user_id) where ended_at is null;
create index sessions_expiry on sessions (expires_at);

create table audit_log (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  actor_kind text not null check (actor_kind in ('user', 'key', 'system')),
  actor_id uuid,
  action text not null,
  target_kind text not null,
  target_id text not null,
  details jsonb not null,
  request_id text,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index audit_log_newest on audit_log (workspace_id, created_at desc, id desc);

-- Every node remembers who may do what; any change to that tells them to forget.
create function credentials_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('innkeeper', 'credentials');
  return null;
end $$;
create trigger credentials_changed after update of scopes, revoked_at, expires_at, name or delete on api_keys
  for each statement execute function credentials_changed();
create trigger credentials_changed after insert or update of role, ended_at or delete on memberships
  for each statement execute function credentials_changed();
create trigger credentials_changed after update of disabled_at or delete on users
  for each statement execute function credentials_changed();
create trigger credentials_changed after update of ended_at or delete on sessions
  for each statement execute function credentials_changed();
create trigger credentials_changed after insert or update or delete on workspaces
  for each statement execute function credentials_changed();
