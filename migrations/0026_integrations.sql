-- A workspace's account with an outside system that sends to us or takes our messages.
create table integrations (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  -- The list of kinds is the code's, so that a new one needs no migration.
  kind text not null check (kind ~ '^[a-z_]+$'),
  name text not null,
  status text not null check (status in ('active', 'paused')),
  accounts text[] not null,
  settings jsonb not null,
  -- Sealed under the server's secret: each by its name, and the one before it while that is still good.
  secrets text not null,
  -- What may be shown of them: names, last four, how long the previous one is good.
  secrets_shown jsonb not null,
  agent_id uuid,
  -- The accounts are known to be this workspace's, and not only said to be. What is signed with a secret of the whole
  -- installation reaches only these.
  is_proven boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index integrations_newest on integrations (workspace_id, created_at desc, id desc);
create index integrations_kind on integrations (workspace_id, kind, created_at desc, id desc);

-- What finds an integration when the address of a webhook does not name it: an account id, or a proof of the secret that
-- the sender shows. Several workspaces may claim the same: the secret decides.
create table integration_finders (
  workspace_id text not null,
  integration_id uuid not null,
  kind text not null,
  finder text not null,
  primary key (workspace_id, integration_id, finder),
  foreign key (workspace_id, integration_id) references integrations (workspace_id, id) on delete cascade
);
create unique index integration_finders_once on integration_finders (workspace_id, kind, finder);
create index integration_finders_of on integration_finders (kind, finder);
