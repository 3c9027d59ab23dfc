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

-- One piece of work of an agent in a session, for one person. What it was told is copied: changes of the agent do not
-- reach a run that has begun.
create table agent_runs (
  workspace_id text not null,
  id uuid not null,
  -- In a session runs go one after the other, in this order.
  place bigint generated always as identity,
  session_id uuid not null,
  agent_id uuid not null,
  -- Whom it works for: it has this person's rights as they are at each moment.
  user_id uuid not null references users (id),
  status text not null
    check (status in ('queued', 'running', 'interrupted', 'completed', 'failed', 'cancelled')),
  message_id uuid not null,
  input jsonb not null,
  assistant_message_id uuid not null,
  model text not null,
  instructions text not null,
  tools text[] not null,
  approval jsonb not null,
  steps_max integer not null,
  output_schema jsonb,
  context jsonb not null,
  metadata jsonb not null,
  -- The number of the last event before its first.
  since_seq integer not null,
  -- How often it was begun and woken.
  segment integer not null default 0,
  finish_reason text,
  output jsonb,
  error jsonb,
  cancel_requested_at timestamptz(3),
  -- Who works on it: whoever holds the lease, until then. Taken up too often, it is given up.
  lease_token uuid,
  lease_until timestamptz(3),
  tries integer not null default 0,
  -- The caller's request id, so that the same request again starts nothing.
  request_scope bytea,
  request_hash bytea,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, session_id) references agent_sessions (workspace_id, id),
  foreign key (workspace_id, agent_id) references agents (workspace_id, id)
);
create unique index agent_runs_running on agent_runs (workspace_id, session_id) where status = 'running';
create unique index agent_runs_message on agent_runs (workspace_id, session_id, message_id);
create unique index agent_runs_request on agent_runs (request_scope) where request_scope is not null;
create index agent_runs_of_session on agent_runs (workspace_id, session_id, place);
create index agent_runs_newest on agent_runs (workspace_id, created_at desc, id desc);
create index agent_runs_of_user on agent_runs (workspace_id, user_id, created_at desc, id desc);
create index agent_runs_of_agent on agent_runs (workspace_id, agent_id, created_at desc, id desc);
create index agent_runs_open on agent_runs (place) where status in ('queued', 'running');

-- What the model said in one call, as the next call is told it. A run goes on from its last one.
create table agent_run_steps (
  workspace_id text not null,
  run_id uuid not null,
  step integer not null,
  message_id uuid not null,
  message jsonb not null,
  finish_reason text not null,
  usage jsonb not null,
  -- The provider and the model that answered.
  served jsonb not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, run_id, step),
  foreign key (workspace_id, run_id) references agent_runs (workspace_id, id)
);

-- What the model asked to be done. The result is kept in the transaction of the effect, so a call takes effect once.
create table agent_tool_calls (
  workspace_id text not null,
  run_id uuid not null,
  id text not null,
  step integer not null,
  place integer not null,
  tool text not null,
  input jsonb not null,
  -- What it was about when a person agreed: a yes to this state is no yes to a later one.
  record_version integer,
  status text not null
    check (status in ('called', 'asked', 'agreed', 'refused', 'answered', 'done', 'failed', 'denied')),
  output jsonb,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (workspace_id, run_id, id),
  foreign key (workspace_id, run_id, step) references agent_run_steps (workspace_id, run_id, step),
  check ((status in ('done', 'failed', 'denied')) = (ended_at is not null))
);

-- What a run asks a person, and the answer.
create table agent_interactions (
  workspace_id text not null,
  id uuid not null,
  session_id uuid not null,
  run_id uuid not null,
  agent_id uuid not null,
  tool_call_id text not null,
  kind text not null check (kind in ('tool_approval', 'question', 'choice', 'form')),
  status text not null check (status in ('pending', 'resolved', 'cancelled', 'expired')),
  message text not null,
  tool_call jsonb,
  options jsonb not null,
  response_schema jsonb not null,
  allowed_decisions text[] not null,
  user_ids uuid[] not null,
  roles text[] not null,
  seq integer,
  resolution jsonb,
  resolved_by uuid references users (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, run_id) references agent_runs (workspace_id, id),
  foreign key (workspace_id, session_id) references agent_sessions (workspace_id, id)
);
create unique index agent_interactions_id on agent_interactions (id);
create index agent_interactions_of_run on agent_interactions (workspace_id, run_id);
-- Few wait at a time, whoever is asked.
create index agent_interactions_pending on agent_interactions (workspace_id, created_at desc, id desc)
  where status = 'pending';
create index agent_interactions_due on agent_interactions (expires_at) where status = 'pending';
