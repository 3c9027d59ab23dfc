-- Questions that gated tools put before a person, and whether they were answered.
create table tool_confirmations (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  token_hash bytea not null,
  -- Who asked: the same caller must come back with it.
  principal text not null,
  tool text not null,
  args_hash text not null,
  record_version integer,
  preview jsonb not null,
  -- Set where the workspace wants a person to approve in the app.
  needs_approval boolean not null,
  approved_by uuid,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- approved, declined or used; null while it waits.
  state text check (state in ('approved', 'declined', 'used')),
  settled_at timestamptz(3),
  primary key (workspace_id, id)
);
create unique index tool_confirmations_token on tool_confirmations (token_hash);
create index tool_confirmations_old on tool_confirmations (created_at);
create index tool_confirmations_newest on tool_confirmations (workspace_id, created_at desc, id desc);

-- Every call of a tool: who, with which client, what became of it. The arguments only as a hash.
create table tool_calls (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  principal text not null,
  client text,
  tool text not null,
  args_hash text not null,
  gate text not null check (gate in ('none', 'asked', 'confirmed', 'declined')),
  outcome text not null check (outcome in ('done', 'refused', 'failed')),
  code text,
  request_id text,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index tool_calls_old on tool_calls (created_at);
create index tool_calls_newest on tool_calls (workspace_id, created_at desc, id desc);

alter table workspaces add column tool_approval text not null default 'client' check (tool_approval in ('client', 'app'));
