-- A workspace's account with an outside operations provider.
create table connections (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  provider text not null check (provider in ('breezeway')),
  name text not null,
  settings jsonb not null,
  status text not null check (status in ('active', 'paused', 'failing')),
  -- Sealed under the server's secret; the hint is all that is ever shown.
  credentials text not null,
  credentials_hint text not null,
  last_sync_at timestamptz(3),
  last_error text,
  -- Sealed too, and shared by all nodes.
  tokens text,
  tokens_expire_at timestamptz(3),
  -- The provider gives out one token a minute, so who asks says so first.
  token_asked_at timestamptz(3),
  token_leased_until timestamptz,
  -- The provider asked for patience until then.
  blocked_until timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index connections_newest on connections (workspace_id, created_at desc, id desc);
-- Two providers that both get every task would do the work twice.
create unique index connections_one_active on connections (workspace_id) where status <> 'paused';

-- Which of the provider's properties is which of ours, where an administrator has said so.
create table connection_properties (
  workspace_id text not null,
  connection_id uuid not null,
  property_id uuid not null,
  remote_id text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, connection_id, property_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade,
  foreign key (workspace_id, property_id) references properties (workspace_id, id)
);
create unique index connection_properties_remote on connection_properties (workspace_id, connection_id, remote_id);
create index connection_properties_newest on connection_properties
  (workspace_id, connection_id, created_at desc, property_id desc);

-- What the provider calls things that have a name of ours: properties by external id, people by e-mail.
create table connection_directories (
  workspace_id text not null,
  connection_id uuid not null,
  kind text not null check (kind in ('properties', 'people')),
  entries jsonb not null,
  listed_at timestamptz(3) not null,
  primary key (workspace_id, connection_id, kind),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade
);

-- The one counterpart of a task at the provider.
create table task_sync_links (
  workspace_id text not null,
  connection_id uuid not null,
  task_id uuid not null,
  remote_id text,
  remote_property_id text,
  -- Counterparts that we deleted: a restored task gets a new one, and must not find these again.
  former_remote_ids text[] not null default '{}',
  -- Set before a create is sent and cleared by its answer. Set and old means: nobody knows whether it was created.
  create_started_at timestamptz(3),
  -- Somebody deleted it at the provider's side.
  gone_at timestamptz(3),
  is_closed boolean not null default false,
  synced_version integer,
  sent_hash text,
  lease_token uuid,
  leased_until timestamptz,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, connection_id, task_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade,
  foreign key (workspace_id, task_id) references tasks (workspace_id, id)
);

-- Photos that were sent. Without a remote id one is being sent, or was when the process died.
create table task_sync_photos (
  workspace_id text not null,
  connection_id uuid not null,
  task_id uuid not null,
  attachment_id uuid not null,
  remote_task_id text not null,
  remote_id text,
  -- How many the provider had before: one more afterwards is ours.
  photos_before integer not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, connection_id, attachment_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade,
  foreign key (workspace_id, task_id) references tasks (workspace_id, id),
  foreign key (workspace_id, attachment_id) references task_attachments (workspace_id, id)
);

-- Addresses that are told of events.
create table event_hooks (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  url text not null,
  events text[] not null,
  description text,
  active boolean not null,
  -- Sealed. The previous one also signs until its time is over.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz(3),
  -- Since when nothing could be delivered.
  failing_since timestamptz(3),
  paused_reason text,
  last_delivered_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index event_hooks_newest on event_hooks (workspace_id, created_at desc, id desc);

-- One row for each event and hook: a hook that fails does not make the others get the event again.
create table event_hook_deliveries (
  workspace_id text not null,
  id uuid not null,
  hook_id uuid not null,
  event_id uuid not null,
  type text not null,
  payload jsonb not null,
  event_at timestamptz(3) not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  answer_status integer,
  error text,
  leased_until timestamptz,
  created_at timestamptz(3) not null,
  attempted_at timestamptz(3),
  delivered_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, hook_id) references event_hooks (workspace_id, id) on delete cascade
);
create unique index event_hook_deliveries_once on event_hook_deliveries (workspace_id, event_id, hook_id);
create index event_hook_deliveries_newest on event_hook_deliveries (workspace_id, hook_id, created_at desc, id desc);
create index event_hook_deliveries_age on event_hook_deliveries (created_at);
