-- They only stood for what workflows are now.
drop table automation_runs;
drop table automations;

create table wf_definition (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  name text not null,
  description text,
  tags text[] not null default '{}',
  status text not null default 'draft' check (status in ('draft', 'active', 'inactive', 'archived')),
  owner text not null default 'service' check (owner in ('legacy', 'shadow', 'service')),
  -- Which versions new runs get, and how often each of them: [{version, weight}]. Null while it is not active.
  routes jsonb,
  -- What sets the active version off.
  trigger_kinds text[] not null default '{}',
  retention_days integer not null default 30,
  latest_version integer not null default 0,
  search_text text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index wf_definition_newest on wf_definition (workspace_id, created_at desc, id desc);

create table wf_draft (
  workspace_id text not null,
  definition_id uuid not null,
  format text not null check (format in ('json', 'yaml')),
  -- As its author wrote it.
  text text not null,
  problems jsonb not null,
  problem_count integer not null,
  version integer not null default 1,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, definition_id),
  foreign key (workspace_id, definition_id) references wf_definition (workspace_id, id) on delete cascade
);

-- Never changed, and kept as long as a run may need it.
create table wf_version (
  workspace_id text not null,
  definition_id uuid not null,
  number integer not null,
  -- Not jsonb: the order in which it was written is kept.
  document json not null,
  sha256 text not null,
  -- What the document calls itself: sub-workflows are found by it.
  namespace text not null,
  name text not null,
  document_version text not null,
  created_by jsonb not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, definition_id, number),
  foreign key (workspace_id, definition_id) references wf_definition (workspace_id, id)
);
create unique index wf_version_content on wf_version (workspace_id, definition_id, sha256);
create index wf_version_named on wf_version (workspace_id, namespace, name, document_version);

-- Every time that a workflow was turned on, another way, or off.
create table wf_activation (
  workspace_id text not null,
  id uuid not null,
  definition_id uuid not null,
  -- Null when it was turned off.
  routes jsonb,
  created_by jsonb not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, definition_id) references wf_definition (workspace_id, id)
);
create index wf_activation_of on wf_activation (workspace_id, definition_id, created_at desc, id desc);

create table wf_run (
  workspace_id text not null,
  id uuid not null,
  definition_id uuid not null,
  version_number integer not null,
  state text not null default 'pending'
    check (state in ('pending', 'running', 'waiting', 'suspended', 'cancelled', 'faulted', 'completed')),
  mode text not null default 'live' check (mode in ('live', 'test', 'shadow')),
  trigger_kind text not null check (trigger_kind in ('manual', 'event', 'schedule', 'webhook', 'chat', 'workflow')),
  trigger_id uuid,
  correlation_key text,
  -- The run that waits for this one, or has caused it.
  parent_run_id uuid,
  -- How many runs stand behind it, each of which has caused the next.
  depth integer not null default 0,
  input jsonb not null,
  output jsonb,
  error jsonb,
  reason text,
  -- The pointer of the task it stands at.
  cursor text,
  steps integer not null default 0,
  last_seq integer not null default 0,
  created_by jsonb not null,
  version integer not null default 1,
  -- Raised by whoever takes the run, and by whoever stops it: what is written with an older one is not written.
  fence integer not null default 0,
  -- Raised with every reason to look at the run: one that comes while a worker has it is not lost.
  wakes integer not null default 0,
  -- How often it was taken without coming any further.
  tries integer not null default 0,
  due_at timestamptz(3),
  lease_until timestamptz(3),
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  updated_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, definition_id, version_number) references wf_version (workspace_id, definition_id, number)
-- Updated with every step: room on its page spares the indexes.
) with (fillfactor = 60);
create index wf_run_newest on wf_run (workspace_id, created_at desc, id desc);
create index wf_run_of on wf_run (workspace_id, definition_id, created_at desc, id desc);
create index wf_run_in_state on wf_run (workspace_id, state, created_at desc, id desc);
create index wf_run_correlated on wf_run (workspace_id, correlation_key, created_at desc, id desc)
  where correlation_key is not null;
create index wf_run_children on wf_run (workspace_id, parent_run_id) where parent_run_id is not null;
create index wf_run_due on wf_run (due_at) where due_at is not null and lease_until is null;
create index wf_run_leased on wf_run (lease_until) where lease_until is not null;

-- A line of a run: the run itself is the first, each branch of a fork another.
create table wf_frame (
  workspace_id text not null,
  run_id uuid not null,
  id integer not null,
  parent_id integer,
  position integer not null,
  -- Null until it has begun.
  state jsonb,
  -- What came of the last thing it asked for, and has not been told yet.
  pending jsonb,
  -- What it waits for.
  awaits jsonb,
  due_at timestamptz(3),
  -- How it has ended, while the others of its fork have not.
  ended jsonb,
  primary key (workspace_id, run_id, id),
  foreign key (workspace_id, run_id) references wf_run (workspace_id, id) on delete cascade
) with (fillfactor = 60);

-- What is large in the state of a frame, written once.
create table wf_value (
  workspace_id text not null,
  run_id uuid not null,
  frame_id integer not null,
  id integer not null,
  value jsonb not null,
  primary key (workspace_id, run_id, frame_id, id),
  foreign key (workspace_id, run_id, frame_id) references wf_frame (workspace_id, run_id, id) on delete cascade
);

-- What each attempt at a task got and gave.
create table wf_step (
  workspace_id text not null,
  run_id uuid not null,
  -- Pointer, time round and attempt.
  place text not null,
  seq integer not null,
  pointer text not null,
  name text not null,
  task text not null,
  iteration text not null,
  attempt integer not null,
  status text not null check (status in ('started', 'completed', 'skipped', 'faulted')),
  input jsonb,
  output jsonb,
  error jsonb,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (workspace_id, run_id, place),
  foreign key (workspace_id, run_id) references wf_run (workspace_id, id) on delete cascade
);
create index wf_step_order on wf_step (workspace_id, run_id, seq);

create table wf_event (
  workspace_id text not null,
  run_id uuid not null,
  seq integer not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, run_id, seq),
  foreign key (workspace_id, run_id) references wf_run (workspace_id, id) on delete cascade
);

-- Which events a run listens for; `*` for all.
create table wf_wait (
  workspace_id text not null,
  run_id uuid not null,
  frame_id integer not null,
  type text not null,
  primary key (workspace_id, run_id, frame_id, type),
  foreign key (workspace_id, run_id, frame_id) references wf_frame (workspace_id, run_id, id) on delete cascade
);
create index wf_wait_for on wf_wait (workspace_id, type);

-- Events that have come for a run. Those it has dealt with stay until it ends: the same one again is nothing new.
create table wf_signal (
  workspace_id text not null,
  run_id uuid not null,
  event_id text not null,
  place bigint generated always as identity,
  event jsonb not null,
  is_done boolean not null default false,
  created_at timestamptz(3) not null,
  primary key (workspace_id, run_id, event_id),
  foreign key (workspace_id, run_id) references wf_run (workspace_id, id) on delete cascade
);

create table wf_trigger (
  workspace_id text not null,
  id uuid not null,
  definition_id uuid not null,
  kind text not null check (kind in ('event', 'schedule', 'webhook', 'chat', 'manual')),
  -- `document` for what the active version says, which is not changed by hand.
  source text not null check (source in ('document', 'api')),
  is_enabled boolean not null default true,
  event_types text[],
  cron text,
  timezone text,
  missed text not null default 'latest' check (missed in ('latest', 'all', 'skip')),
  next_at timestamptz(3),
  token_hash bytea,
  old_token_hash bytea,
  old_token_until timestamptz(3),
  payload_schema jsonb,
  refused_count integer not null default 0,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, definition_id) references wf_definition (workspace_id, id) on delete cascade
);
create index wf_trigger_of on wf_trigger (workspace_id, definition_id, created_at desc, id desc);
create index wf_trigger_events on wf_trigger (workspace_id, kind) where kind = 'event';
create index wf_trigger_next on wf_trigger (next_at) where next_at is not null and is_enabled;
create unique index wf_trigger_token on wf_trigger (token_hash) where token_hash is not null;
create index wf_trigger_old_token on wf_trigger (old_token_hash) where old_token_hash is not null;
