-- Programs that may call the internal AI gateway. They are the operator's, so they belong to no workspace.
create table ai_callers (
  name text primary key check (name ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  -- The newest first, at most two; sealed and not hashed, because a signature can only be checked with the secret itself.
  secrets text[] not null check (cardinality(secrets) between 1 and 2),
  token_hash bytea,
  -- '*' stands for all.
  routes text[] not null,
  workspaces text[] not null,
  actor_kinds text[] not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create unique index ai_callers_token on ai_callers (token_hash) where token_hash is not null;
create trigger credentials_changed after insert or update or delete on ai_callers
  for each statement execute function credentials_changed();

-- Nonces that were used. After a crash of the database it is empty: signatures of the last five minutes could then be
-- used a second time.
create unlogged table ai_nonces (
  caller text not null,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (caller, nonce)
);
create index ai_nonces_old on ai_nonces (expires_at);

-- Answers that callers asked to keep, as the model gave them: what was redacted is not in them.
create unlogged table ai_answers (
  workspace_id text not null,
  key bytea not null,
  answer jsonb not null,
  expires_at timestamptz not null,
  primary key (workspace_id, key)
);
create index ai_answers_old on ai_answers (expires_at);

-- Every call of a model: who, what for, what it took. Nothing of what was asked or answered.
create table ai_calls (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  caller text not null,
  actor_kind text not null,
  actor_id text,
  route text not null,
  provider text,
  model text,
  input_tokens integer not null,
  output_tokens integer not null,
  audio_seconds double precision not null,
  images integer not null,
  cost_micros bigint not null,
  status text not null,
  latency_millis integer not null,
  cached boolean not null,
  request_id text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index ai_calls_newest on ai_calls (workspace_id, created_at desc, id desc);
create index ai_calls_old on ai_calls (created_at);

-- The same summed up for each day (UTC), written together with it.
create table ai_usage_days (
  workspace_id text not null references workspaces (id),
  day date not null,
  caller text not null,
  route text not null,
  provider text not null,
  model text not null,
  calls bigint not null,
  failed bigint not null,
  cached bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  audio_seconds double precision not null,
  images bigint not null,
  cost_micros bigint not null,
  primary key (workspace_id, day, caller, route, provider, model)
);

-- What a workspace may use, what it has used, and what calls under way may still use. One row, so that one statement
-- can decide. What is held is kept by spans of ten minutes: what a node that died has held is forgotten with its span.
create table ai_budgets (
  workspace_id text primary key references workspaces (id),
  day_tokens_max bigint,
  day_cost_micros_max bigint,
  month_tokens_max bigint,
  month_cost_micros_max bigint,
  day date not null default '0001-01-01',
  day_tokens bigint not null default 0,
  day_cost_micros bigint not null default 0,
  month date not null default '0001-01-01',
  month_tokens bigint not null default 0,
  month_cost_micros bigint not null default 0,
  held_span bigint not null default 0,
  held_tokens bigint not null default 0,
  held_cost_micros bigint not null default 0,
  held_before_tokens bigint not null default 0,
  held_before_cost_micros bigint not null default 0,
  version integer not null default 1,
  updated_at timestamptz(3) not null
);
create function ai_budgets_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('innkeeper', 'ai-budgets');
  return null;
end $$;
create trigger ai_budgets_changed after insert or update of day_tokens_max, day_cost_micros_max, month_tokens_max,
  month_cost_micros_max or delete on ai_budgets
  for each statement execute function ai_budgets_changed();
