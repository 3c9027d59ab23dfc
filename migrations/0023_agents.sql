-- Who works by itself in a workspace: what it is told, which model it asks, what it may use, and when it asks a person.
create table agents (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  slug text not null,
  name text not null,
  description text,
  instructions text not null,
  model text not null,
  tools text[] not null,
  approval jsonb not null,
  steps_max integer not null check (steps_max between 1 and 50),
  archived_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create unique index agents_slug on agents (workspace_id, slug);
create index agents_newest on agents (workspace_id, created_at desc, id desc) where archived_at is null;
create index agents_archived on agents (workspace_id, created_at desc, id desc) where archived_at is not null;
