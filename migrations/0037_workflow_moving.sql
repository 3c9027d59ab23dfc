-- What takes longer than a request: work on many runs or tests, one after the other.
create table wf_operation (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  kind text not null check (kind in ('bulk', 'test-run', 'run-migration')),
  status text not null default 'pending' check (status in ('pending', 'running', 'completed')),
  definition_id uuid,
  is_dry_run boolean not null default false,
  -- What was asked for, without the choice of items.
  request jsonb not null,
  total integer not null default 0,
  done integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  created_by jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, definition_id) references wf_definition (workspace_id, id)
) with (fillfactor = 80);

create table wf_operation_item (
  workspace_id text not null,
  operation_id uuid not null,
  position integer not null,
  -- The run or the test.
  subject_id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'done', 'skipped', 'failed')),
  code text,
  message text,
  details jsonb,
  ended_at timestamptz(3),
  primary key (workspace_id, operation_id, position),
  foreign key (workspace_id, operation_id) references wf_operation (workspace_id, id) on delete cascade
);
create index wf_operation_item_in_state on wf_operation_item (workspace_id, operation_id, status, position);

-- What a run would have done, had it been a live one.
create table wf_effect (
  workspace_id text not null,
  run_id uuid not null,
  -- Pointer of the task.
  path text not null,
  iteration text not null,
  kind text not null,
  target text,
  fields jsonb not null,
  at timestamptz(3) not null,
  primary key (workspace_id, run_id, path, iteration),
  foreign key (workspace_id, run_id) references wf_run (workspace_id, id) on delete cascade
);

alter table wf_definition
  -- What it is called in the engine that it is moved from; null when there is none.
  add column legacy_ref text,
  -- Raised with every change of the owner.
  add column epoch integer not null default 1,
  -- Raised with every change of the owner, and of the moment at which it is to change.
  add column migration_version integer not null default 1,
  -- How the two engines are compared, and when they agree enough.
  add column migration jsonb not null default '{}',
  -- A change of the owner that is to come, and when.
  add column cutover jsonb,
  add column cutover_at timestamptz(3);
create index wf_definition_cutover on wf_definition (cutover_at) where cutover_at is not null;

alter table wf_run
  -- Of its workflow when it began.
  add column epoch integer not null default 1,
  -- Versions that it has followed before; null while it is the first.
  add column moved_from integer[];

-- The version of the workflow that the step was of; null for the one that the run follows now.
alter table wf_step add column version_number integer;

create table wf_ownership_change (
  workspace_id text not null,
  id uuid not null,
  definition_id uuid not null,
  -- The one that begins with it.
  epoch integer not null,
  from_owner text not null,
  to_owner text not null,
  open_runs text not null,
  is_forced boolean not null,
  reason text,
  -- How far the two engines agreed at that moment.
  figures jsonb not null,
  created_by jsonb not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, definition_id) references wf_definition (workspace_id, id)
);
create index wf_ownership_change_of on wf_ownership_change (workspace_id, definition_id, created_at desc, id desc);

-- Who deals with an event: whoever had the workflow when it came, and nobody else if it comes again.
create table wf_handled_event (
  workspace_id text not null,
  definition_id uuid not null,
  -- Of the run that it starts, or would.
  run_id uuid not null,
  correlation_key text not null,
  owner text not null check (owner in ('legacy', 'shadow', 'service')),
  epoch integer not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, definition_id, run_id),
  foreign key (workspace_id, definition_id) references wf_definition (workspace_id, id)
);
create index wf_handled_event_by_key on wf_handled_event (workspace_id, definition_id, correlation_key);
create index wf_handled_event_age on wf_handled_event (created_at);

-- What the other engine did about an event.
create table wf_observation (
  workspace_id text not null,
  definition_id uuid not null,
  correlation_key text not null,
  -- [{kind, target, fields}]
  effects jsonb not null,
  -- What people and others answered there, by the task that asks here.
  answers jsonb,
  occurred_at timestamptz(3) not null,
  created_by jsonb not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, definition_id, correlation_key),
  foreign key (workspace_id, definition_id) references wf_definition (workspace_id, id)
);
create index wf_observation_age on wf_observation (created_at);

create table wf_comparison (
  workspace_id text not null,
  id uuid not null,
  definition_id uuid not null,
  correlation_key text not null,
  run_id uuid,
  version_number integer,
  verdict text not null default 'pending'
    check (verdict in ('match', 'mismatch', 'missing_legacy', 'missing_service', 'pending')),
  -- Effects of both sides as they were compared; null for a side that is not there.
  legacy jsonb,
  service jsonb,
  -- JSON Patch (RFC 6902) that makes the second out of the first.
  diff jsonb not null default '[]',
  created_at timestamptz(3) not null,
  -- From then on the other side is missing.
  due_at timestamptz(3) not null,
  decided_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, definition_id) references wf_definition (workspace_id, id)
);
create unique index wf_comparison_of on wf_comparison (workspace_id, definition_id, correlation_key);
create index wf_comparison_newest on wf_comparison (workspace_id, definition_id, created_at desc, id desc);
create index wf_comparison_verdicts on wf_comparison (workspace_id, definition_id, verdict, created_at desc, id desc);
create index wf_comparison_due on wf_comparison (due_at) where verdict = 'pending';
create index wf_comparison_age on wf_comparison (created_at);
