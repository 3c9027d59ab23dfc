-- What people are told about tasks. A row for a vendor is only ever an e-mail: vendors have no list.
create table notifications (
  workspace_id text not null,
  -- Made from the event and the recipient, so that an event that comes again finds it.
  id uuid not null,
  event_id uuid not null,
  kind text not null check (kind in ('assigned', 'completed', 'rescheduled', 'urgent', 'deleted', 'commented')),
  task_id uuid not null,
  user_id uuid,
  vendor_id uuid,
  actor_kind text not null check (actor_kind in ('user', 'key', 'link', 'system')),
  actor_id uuid,
  actor_name text not null,
  details jsonb not null,
  in_app boolean not null,
  email boolean not null,
  read_at timestamptz(3),
  -- While it is in the future some worker is sending the mail.
  email_claimed_until timestamptz,
  emailed_at timestamptz(3),
  email_refused_at timestamptz(3),
  email_refusal text,
  -- By ourselves: nobody to write to, or no longer so.
  email_refused_by text check (email_refused_by in ('server', 'us')),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, task_id) references tasks (workspace_id, id),
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id),
  foreign key (workspace_id, vendor_id) references vendors (workspace_id, id),
  check (num_nonnulls(user_id, vendor_id) = 1),
  check (user_id is not null or not in_app)
);
-- One for each event, person and kind, however often the event is delivered.
create unique index notifications_once on notifications (workspace_id, event_id, coalesce(user_id, vendor_id), kind);
create index notifications_of on notifications (workspace_id, user_id, created_at desc, id desc) where in_app;
create index notifications_unread on notifications (workspace_id, user_id, created_at desc, id desc)
  where in_app and read_at is null;
-- For what is old enough to be deleted.
create index notifications_created on notifications (created_at);
create index notifications_read on notifications (read_at) where read_at is not null;

-- What a person has chosen; what is not here is as the code has it by default.
create table notification_preferences (
  workspace_id text not null,
  user_id uuid not null,
  kind text not null,
  in_app boolean not null,
  email boolean not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, user_id, kind),
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id)
);
