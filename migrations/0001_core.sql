-- Mechanism: what the core needs and no noun owns.

create extension if not exists pg_trgm;

-- Events wait here for the relay, which turns each into one job per subscriber.
create table outbox (
  id bigint generated always as identity primary key,
  -- Stays the same over every try and replay, so that a subscriber can know an event again.
  event_id uuid not null default gen_random_uuid(),
  workspace_id text not null,
  type text not null,
  payload jsonb not null,
  -- Set when an operator replays one subscriber's failed delivery.
  subscriber text,
  request_id text,
  created_at timestamptz(3) not null
);

-- Deliveries that failed for good, for an operator to look at and replay.
create table dead_letters (
  workspace_id text not null,
  id uuid not null,
  event_id uuid not null default gen_random_uuid(),
  subscriber text not null,
  type text not null,
  payload jsonb not null,
  request_id text,
  error text not null,
  attempts integer not null,
  event_at timestamptz(3) not null,
  failed_at timestamptz(3) not null,
  replayed_at timestamptz(3),
  primary key (workspace_id, id)
);
create index dead_letters_newest on dead_letters (workspace_id, failed_at desc, id desc);

-- The answer to a write with an Idempotency-Key commits with its effect.
create table idempotency_keys (
  scope bytea primary key,
  body_hash bytea not null,
  status smallint not null,
  headers jsonb not null,
  body text not null,
  created_at timestamptz(3) not null
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Limits and the list of nodes may be lost in a crash; they are not worth a flush.
create unlogged table rate_buckets (
  key text primary key,
  tokens double precision not null,
  granted integer not null,
  updated_at timestamptz not null
);
create unlogged table rate_windows (
  key text primary key,
  hits timestamptz[] not null,
  allowed boolean not null
);
create unlogged table nodes (
  id uuid primary key,
  seen_at timestamptz not null
);

-- Heartbeats of outside monitors, the newest per source.
create table canaries (
  source text primary key,
  heartbeat_at timestamptz(3) not null,
  received_at timestamptz(3) not null
);
