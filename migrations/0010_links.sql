-- What the pages for technicians and guests show; never part of the public contract of a property.
alter table properties
  add column access_notes text,
  add column wifi_password text,
  add column house_rules text;

-- Links that let an outside technician see a task, or carry it out. The token is found by its hash and kept as
-- ciphertext, so that the link can be shown again.
create table share_links (
  workspace_id text not null,
  id uuid not null,
  task_id uuid not null,
  token_hash bytea not null,
  token_sealed text not null,
  mode text not null check (mode in ('view', 'carry_out')),
  technician_name text,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  completed_at timestamptz(3),
  completed_by text,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, task_id) references tasks (workspace_id, id),
  check ((completed_at is null) = (completed_by is null))
);
create unique index share_links_token on share_links (token_hash);
create index share_links_of on share_links (workspace_id, task_id, created_at desc, id desc);

-- Photos taken through a link: how large they are, a small one, and the item they answer.
alter table task_attachments
  add column width integer,
  add column height integer,
  add column thumbnail_key text,
  add column checklist_item_id uuid,
  add column share_link_id uuid,
  add foreign key (workspace_id, checklist_item_id) references task_checklist_items (workspace_id, id),
  add foreign key (workspace_id, share_link_id) references share_links (workspace_id, id);

create table locks (
  workspace_id text not null,
  id uuid not null,
  property_id uuid not null,
  name text not null,
  provider text not null check (provider in ('simulated', 'seam')),
  device_id text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, property_id) references properties (workspace_id, id)
);
create index locks_newest on locks (workspace_id, created_at desc, id desc) where deleted_at is null;
create index locks_of on locks (workspace_id, property_id, created_at, id) where deleted_at is null;
create unique index locks_device on locks (workspace_id, provider, device_id) where deleted_at is null;

-- A simulated lock has no device: this is all there is of it.
create table simulated_locks (
  workspace_id text not null,
  lock_id uuid not null,
  behaviour text not null check (behaviour in ('online', 'offline', 'slow', 'failing')),
  opened_count integer not null default 0,
  opened_at timestamptz(3),
  primary key (workspace_id, lock_id),
  foreign key (workspace_id, lock_id) references locks (workspace_id, id)
);

-- The key of a lock provider, as ciphertext under the server's secret.
create table lock_connections (
  workspace_id text not null references workspaces (id),
  provider text not null check (provider in ('seam')),
  key_sealed text not null,
  last_four text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, provider)
);

-- Links for guests: the manual of a property, and its door during a stay.
create table door_links (
  workspace_id text not null,
  id uuid not null,
  property_id uuid not null,
  reservation_id uuid,
  lock_id uuid,
  token_hash bytea not null,
  token_sealed text not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, property_id) references properties (workspace_id, id),
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id),
  foreign key (workspace_id, lock_id) references locks (workspace_id, id)
);
create unique index door_links_token on door_links (token_hash);
create index door_links_newest on door_links (workspace_id, created_at desc, id desc);
create index door_links_stay on door_links (workspace_id, reservation_id, created_at desc, id desc)
  where reservation_id is not null;
create index door_links_of on door_links (workspace_id, property_id, created_at desc, id desc);

-- Every press of a door button. A row is committed before the device is asked and finished after it has answered.
create table door_attempts (
  workspace_id text not null,
  id uuid not null,
  property_id uuid not null,
  lock_id uuid,
  door_link_id uuid not null,
  outcome text not null check (outcome in ('running', 'opened', 'offline', 'failed', 'uncertain', 'refused')),
  reason text,
  -- Hash of the caller's Idempotency-Key.
  request_key bytea,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, property_id) references properties (workspace_id, id),
  foreign key (workspace_id, lock_id) references locks (workspace_id, id),
  foreign key (workspace_id, door_link_id) references door_links (workspace_id, id),
  check ((outcome = 'running') = (finished_at is null))
);
-- One at a time per lock.
create unique index door_attempts_running on door_attempts (workspace_id, lock_id) where outcome = 'running';
create index door_attempts_newest on door_attempts (workspace_id, started_at desc, id desc);
create index door_attempts_of on door_attempts (workspace_id, property_id, started_at desc, id desc);
create index door_attempts_key on door_attempts (workspace_id, door_link_id, request_key) where request_key is not null;
