-- What changed in a workspace, told to open consoles: which kind of thing and its ids, nothing of its content. The relay
-- writes it as it hands out events, one batch after the other, so that ids become visible in their order.
create table changes (
  workspace_id text not null references workspaces (id),
  id bigint generated always as identity,
  type text not null,
  subject jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id)
);
create unique index changes_id on changes (id);
create index changes_age on changes (created_at);

-- A list with its filters under a name: a person's own, or one that the whole workspace sees.
create table saved_views (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  owner_id uuid not null references users (id),
  -- The list of areas is the code's, so that a new page needs no migration.
  area text not null check (area ~ '^[a-z_]+$'),
  name text not null,
  filters text not null,
  is_shared boolean not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index saved_views_newest on saved_views (workspace_id, area, created_at desc, id desc);
