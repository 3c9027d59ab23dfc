-- What lets a program in a sandbox call tools for one run: the token itself is signed and not kept.
create table agent_sandbox_tokens (
  workspace_id text not null,
  id uuid not null,
  run_id uuid not null,
  calls_max integer not null,
  calls_used integer not null default 0,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, run_id) references agent_runs (workspace_id, id),
  check (calls_used between 0 and calls_max)
);
create index agent_sandbox_tokens_old on agent_sandbox_tokens (expires_at);

-- Calls that were done or wait for a person, by their keys. The result is kept in the transaction of the effect, so the
-- same key again gets it and does nothing.
create table agent_sandbox_calls (
  workspace_id text not null,
  run_id uuid not null,
  key text not null,
  -- Its name in the log of the session.
  id uuid not null,
  tool text not null,
  args_hash text not null,
  status text not null check (status in ('running', 'asked', 'done', 'refused')),
  -- Asked about it: the interaction, and what the record was when that was asked.
  interaction_id uuid,
  record_version integer,
  -- Under way outside of a transaction: whoever does it is taken for dead after this.
  claimed_until timestamptz(3),
  -- JSON as it was answered, so that its parts fit together whenever they are read.
  output text,
  created_at timestamptz(3) not null,
  primary key (workspace_id, run_id, key),
  foreign key (workspace_id, run_id) references agent_runs (workspace_id, id),
  foreign key (workspace_id, interaction_id) references agent_interactions (workspace_id, id),
  check ((status = 'done') = (output is not null))
);
create index agent_sandbox_calls_old on agent_sandbox_calls (created_at);
