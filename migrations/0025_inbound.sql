-- What outside systems have told a workspace, each delivery once.
create table inbound_deliveries (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  sender text not null,
  -- What the sender calls this delivery, or what makes it the same one again.
  external_id text not null,
  kind text not null,
  -- The integration whose secret proved it; it may be gone by now.
  integration_id uuid,
  -- Secrets in these are masked before they get here.
  payload jsonb not null,
  headers jsonb not null,
  status text not null check (status in ('pending', 'done', 'ignored', 'failed')),
  -- What became of it, in a sentence.
  outcome text,
  attempts integer not null default 0,
  error text,
  received_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (workspace_id, id)
);
create unique index inbound_deliveries_once on inbound_deliveries (workspace_id, sender, external_id);
create index inbound_deliveries_newest on inbound_deliveries (workspace_id, received_at desc, id desc);
create index inbound_deliveries_sender on inbound_deliveries (workspace_id, sender, received_at desc, id desc);
create index inbound_deliveries_status on inbound_deliveries (workspace_id, status, received_at desc, id desc);
create index inbound_deliveries_age on inbound_deliveries (received_at);

-- What deliveries have caused, so that neither a replay nor another delivery about the same thing causes it again.
create table inbound_effects (
  workspace_id text not null references workspaces (id),
  sender text not null,
  what text not null,
  target_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, sender, what)
);

-- Meetings that a recorder sat in.
create table meetings (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  source text not null,
  external_id text not null,
  title text,
  -- The recorder's own word; its list grows.
  state text not null,
  -- When the recorder was in it: news can arrive out of order.
  state_at timestamptz(3) not null,
  reason text,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  summary text,
  summary_method text check (summary_method in ('rules', 'model')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  check ((summary is null) = (summary_method is null))
);
create unique index meetings_external on meetings (workspace_id, source, external_id);
create index meetings_by_bot on meetings (source, external_id);
create index meetings_newest on meetings (workspace_id, created_at desc, id desc);

create table meeting_lines (
  workspace_id text not null,
  meeting_id uuid not null,
  -- The same words delivered again have the same key.
  line_key text not null,
  begins_at_seconds double precision not null,
  speaker text not null,
  text text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, meeting_id, line_key),
  foreign key (workspace_id, meeting_id) references meetings (workspace_id, id)
);
create index meeting_lines_order on meeting_lines (workspace_id, meeting_id, begins_at_seconds, line_key);

-- Where an article comes from, when it is kept elsewhere and follows what is written there.
alter table articles
  add column source text,
  add column external_id text,
  add column source_url text,
  add check (num_nonnulls(source, external_id) <> 1);
create unique index articles_external on articles (workspace_id, source, external_id) where deleted_at is null;

-- A caller is known by the digits of the number, however it was written down.
create index contacts_phone on contacts (workspace_id, regexp_replace(phone, '\D', '', 'g'))
  where phone is not null and deleted_at is null;
