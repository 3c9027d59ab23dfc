-- Triggers that are made by hand, intervals, and what of an event counts.
alter table wf_trigger
  add column name text,
  -- ISO 8601 durations: each so often, and so long after the last run has ended.
  add column every text,
  add column after text,
  add column filter jsonb,
  -- Of chat messages: where they come from, and words they must have.
  add column channels text[],
  add column phrase text,
  -- Where in the payload the id of the event stands, for senders that have no header for it.
  add column event_id_pointer text,
  -- The last letters of the token, to tell one from another.
  add column token_hint text;

-- Those that events may set off.
drop index wf_trigger_events;
create index wf_trigger_heard on wf_trigger (workspace_id) where kind in ('event', 'chat');

-- What a trigger was given: once for each event, and the last ones that were refused.
create table wf_delivery (
  workspace_id text not null,
  -- Made of trigger and event, so that the same event is there once; for one that was refused an id of its own.
  id uuid not null,
  trigger_id uuid not null,
  event_id text not null,
  outcome text not null check (outcome in ('started', 'recorded', 'gathered', 'skipped', 'refused')),
  run_id uuid,
  error text,
  -- Of what has started a run the run has it.
  payload jsonb,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, trigger_id) references wf_trigger (workspace_id, id) on delete cascade
);
create index wf_delivery_of on wf_delivery (workspace_id, trigger_id, created_at desc, id desc);
create index wf_delivery_refused on wf_delivery (workspace_id, trigger_id, created_at desc, id desc)
  where outcome = 'refused';
create index wf_delivery_oldest on wf_delivery (created_at);

-- Events of `schedule.on.all` that have come, while others are still missing.
create table wf_gathering (
  workspace_id text not null,
  id uuid not null,
  trigger_id uuid not null,
  -- The event that each filter has, by the filter's position.
  events jsonb not null,
  correlations jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, trigger_id) references wf_trigger (workspace_id, id) on delete cascade
);
create index wf_gathering_of on wf_gathering (workspace_id, trigger_id, created_at, id);

-- What workflows sign in with elsewhere. Sealed: nothing shows it again.
create table wf_secret (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  name text not null,
  value_sealed text not null,
  created_by jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create unique index wf_secret_named on wf_secret (workspace_id, name);

alter table wf_definition
  -- How many runs at a time, of what, and what happens to one more: {limit, key, policy}.
  add column concurrency jsonb;

alter table wf_run
  -- Runs with the same one count together.
  add column concurrency_key text,
  -- It waits for its turn.
  add column is_queued boolean not null default false;
create index wf_run_concurrent on wf_run (workspace_id, definition_id, concurrency_key, created_at, id)
  where concurrency_key is not null and state in ('pending', 'running', 'waiting', 'suspended');
create index wf_run_queued on wf_run (workspace_id, definition_id, concurrency_key)
  where is_queued and state = 'pending';
-- The last run of a trigger.
create index wf_run_of_trigger on wf_run (workspace_id, trigger_id, created_at desc) where trigger_id is not null;

-- The day of departure that was told of. A stay that is prolonged after it departs once more.
alter table reservations add column checkout_told_for date;
update reservations set checkout_told_for = checkout_date where checkout_date < current_date - 1;
create index reservations_leaving on reservations (checkout_date)
  where deleted_at is null and status in ('CONFIRMED', 'CHECKED_IN', 'CHECKED_OUT');
