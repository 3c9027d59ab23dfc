-- Talks with guests, owners and others, whatever they come through.
create table conversations (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  -- The list of channels is the code's, so that a new one needs no migration.
  channel text not null check (channel ~ '^[a-z_]+$'),
  subject text,
  contact_id uuid,
  reservation_id uuid,
  property_id uuid,
  status text not null check (status in ('open', 'snoozed', 'closed')),
  snoozed_until timestamptz(3),
  assignee_id uuid,
  -- Where answers go: an e-mail address, a number, a name on the platform.
  recipient text,
  -- What the other side calls itself; a contact's own name is shown before it.
  party_name text,
  source text,
  external_id text,
  unread_count integer not null default 0 check (unread_count >= 0),
  last_message_at timestamptz(3) not null,
  excerpt text,
  -- What q looks through beside the messages, in small letters.
  search_text text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id),
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id),
  foreign key (workspace_id, property_id) references properties (workspace_id, id),
  foreign key (workspace_id, assignee_id) references memberships (workspace_id, user_id),
  check ((status = 'snoozed') = (snoozed_until is not null)),
  check (num_nonnulls(source, external_id) <> 1)
);
create unique index conversations_external on conversations (workspace_id, source, external_id);
create index conversations_newest on conversations (workspace_id, last_message_at desc, id desc);
create index conversations_status on conversations (workspace_id, status, last_message_at desc, id desc);
create index conversations_channel on conversations (workspace_id, channel, last_message_at desc, id desc);
create index conversations_unread on conversations (workspace_id, last_message_at desc, id desc) where unread_count > 0;
create index conversations_property on conversations (workspace_id, property_id, last_message_at desc, id desc)
  where property_id is not null;
create index conversations_assignee on conversations (workspace_id, assignee_id, last_message_at desc, id desc);
create index conversations_search on conversations using gin (search_text gin_trgm_ops);
create index conversations_snoozed on conversations (snoozed_until) where status = 'snoozed';

create table messages (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  author_kind text not null check (author_kind in ('contact', 'user', 'key', 'agent', 'system')),
  author_id uuid,
  author_name text not null,
  -- Written by a program on the author's behalf.
  by_program boolean not null,
  text text not null,
  -- As it came, for a later reader that cleans it. It is in no answer.
  html text,
  attachments jsonb not null default '[]',
  state text not null check (state in ('received', 'queued', 'sent', 'delivered', 'failed')),
  error_code text,
  error text,
  attempts integer not null default 0,
  -- Names one go at sending it: news of an earlier one is no news of this one.
  delivery_id uuid,
  -- While it is in the future some worker is sending it.
  claimed_until timestamptz,
  sent_at timestamptz(3),
  provider_message_id text,
  external_id text,
  search_text text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id),
  check ((direction = 'in') = (state = 'received')),
  check ((state = 'failed') = (error_code is not null))
);
create index messages_of on messages (workspace_id, conversation_id, created_at desc, id desc);
-- A message that is delivered again joins once.
create unique index messages_external on messages (workspace_id, conversation_id, external_id)
  where external_id is not null;
create index messages_provider on messages (workspace_id, provider_message_id) where provider_message_id is not null;
create index messages_search on messages using gin (search_text gin_trgm_ops);

-- What is not said yet. Nothing sends a draft but a person or program that sends its text.
create table message_drafts (
  workspace_id text not null,
  id uuid not null,
  conversation_id uuid not null,
  author_kind text not null check (author_kind in ('user', 'key', 'agent', 'system')),
  author_id uuid,
  author_name text not null,
  by_program boolean not null,
  text text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id),
  -- One for each author, and one for what programs write in the author's name: neither overwrites the other.
  unique nulls not distinct (workspace_id, conversation_id, author_kind, author_id, by_program)
);

-- What the workflow engine shows of itself. It fills these; nothing else does.
create table automations (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  name text not null,
  description text,
  state text not null check (state in ('active', 'paused', 'draft')),
  trigger_summary text not null,
  definition_version integer not null,
  last_run_id uuid,
  last_run_at timestamptz(3),
  last_run_outcome text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index automations_newest on automations (workspace_id, created_at desc, id desc);

create table automation_runs (
  workspace_id text not null,
  id uuid not null,
  automation_id uuid not null,
  state text not null check (state in ('running', 'waiting', 'completed', 'failed', 'cancelled')),
  steps jsonb not null default '[]',
  error text,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, automation_id) references automations (workspace_id, id)
);
create index automation_runs_of on automation_runs (workspace_id, automation_id, started_at desc, id desc);
