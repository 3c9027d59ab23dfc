-- A conversation with an agent. Its row counts the events, so that their numbers have no gaps and become visible in order.
create table agent_sessions (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  -- Whose it is. The administrators of the workspace see it too, everybody in it when it is shared.
  user_id uuid not null references users (id),
  visibility text not null default 'private' check (visibility in ('private', 'workspace')),
  title text,
  last_seq integer not null default 0,
  -- Events before this one have been deleted.
  oldest_seq integer not null default 1,
  active_run_id uuid,
  active_run_seq integer,
  -- The message that is being written, and how often it was begun: whoever writes an older attempt has lost it.
  active_message_id uuid,
  active_attempt integer,
  pending_interactions uuid[] not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
-- The row is updated with every event: room on its page spares the indexes.
) with (fillfactor = 50);
create unique index agent_sessions_id on agent_sessions (id);
create index agent_sessions_newest on agent_sessions (workspace_id, created_at desc, id desc);
create index agent_sessions_of_user on agent_sessions (workspace_id, user_id, created_at desc, id desc);

create table agent_messages (
  workspace_id text not null,
  session_id uuid not null,
  id uuid not null,
  role text not null check (role in ('user', 'assistant', 'tool')),
  attempt integer not null default 1,
  -- From this event on: marks of earlier readers count for another attempt.
  attempt_seq integer not null,
  -- All that belongs to it lies from here to there in the log.
  start_seq integer not null,
  end_seq integer,
  content jsonb not null default '{}',
  created_at timestamptz(3) not null,
  primary key (workspace_id, session_id, id),
  foreign key (workspace_id, session_id) references agent_sessions (workspace_id, id)
);
create index agent_messages_place on agent_messages (workspace_id, session_id, start_seq);

create table agent_events (
  workspace_id text not null,
  session_id uuid not null,
  seq integer not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, session_id, seq),
  foreign key (workspace_id, session_id) references agent_sessions (workspace_id, id)
);
create index agent_events_age on agent_events (created_at);

-- The pieces of a message as they were written. Rows that follow each other may become one at any time: `ends` keeps
-- where each piece ended.
create table agent_deltas (
  workspace_id text not null,
  session_id uuid not null,
  -- The event of the message behind which they lie.
  after_seq integer not null,
  message_id uuid not null,
  attempt integer not null,
  ordinal integer not null,
  channel text not null check (channel in ('text', 'reasoning', 'arguments')),
  tool_call_id text,
  first_mark integer not null,
  from_offset integer not null,
  ends integer[] not null,
  content text not null,
  primary key (workspace_id, session_id, after_seq, message_id, attempt, ordinal),
  foreign key (workspace_id, session_id, message_id) references agent_messages (workspace_id, session_id, id)
);
