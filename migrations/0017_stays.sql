-- Guests speak a language, and are looked for by name, e-mail and phone.
alter table contacts add column language text;
-- Written by the code, in small letters of any alphabet, whatever the locale of the database.
alter table contacts add column search_text text not null default '';
update contacts set search_text = lower(concat_ws(e'\x1f', full_name, coalesce(email, ''), coalesce(phone, '')));
create index contacts_search on contacts using gin (search_text gin_trgm_ops) where deleted_at is null;

alter table reservations drop constraint reservations_status_check;
alter table reservations add constraint reservations_status_check
  check (status in ('INQUIRY', 'TENTATIVE', 'CONFIRMED', 'CHECKED_IN', 'CHECKED_OUT', 'CANCELLED'));
alter table reservations
  -- Local to the property; null means the property's own time.
  add column checkin_time text,
  add column checkout_time text,
  add column channel text,
  add column external_source text,
  add column external_id text,
  add column notes text,
  add column search_text text not null default '',
  add constraint reservations_external check ((external_source is null) = (external_id is null));
update reservations set search_text = lower(coalesce(code, ''));

create unique index reservations_external_once on reservations (workspace_id, external_source, external_id)
  where deleted_at is null and external_id is not null;
create index reservations_property_newest on reservations (workspace_id, property_id, created_at desc, id desc) where deleted_at is null;
create index reservations_contact on reservations (workspace_id, contact_id, created_at desc, id desc)
  where deleted_at is null and contact_id is not null;
create index reservations_status on reservations (workspace_id, status, created_at desc, id desc) where deleted_at is null;
create index reservations_checkin on reservations (workspace_id, checkin_date, id) where deleted_at is null;
create index reservations_checkout on reservations (workspace_id, checkout_date) where deleted_at is null;
-- Two stays that hold one home at the same time.
create index reservations_held on reservations (workspace_id, property_id, checkout_date, checkin_date)
  where deleted_at is null and status in ('CONFIRMED', 'CHECKED_IN', 'CHECKED_OUT');
create index reservations_search on reservations using gin (search_text gin_trgm_ops) where deleted_at is null;

create index tasks_reservation on tasks (workspace_id, reservation_id) where reservation_id is not null;

-- How a task follows its stay.
create table task_stay_rules (
  workspace_id text not null,
  task_id uuid not null,
  reservation_id uuid not null,
  anchor text not null check (anchor in ('CHECK_IN', 'CHECK_OUT')),
  offset_days integer not null,
  time_from text not null check (time_from in ('STAY', 'FIXED', 'NONE')),
  fixed_time text,
  -- The fields that still follow: one that was changed by hand is taken out.
  follows text[] not null,
  -- What the rule wrote last. A task that has something else was changed by hand.
  followed_date date,
  followed_time text,
  followed_property_id uuid,
  -- Set while the task is closed because its stay was cancelled.
  closed_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, task_id),
  foreign key (workspace_id, task_id) references tasks (workspace_id, id),
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id)
);
create index task_stay_rules_reservation on task_stay_rules (workspace_id, reservation_id);

-- A workspace's account with a property system, or a set of calendar feeds: where stays come from.
create table property_systems (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  provider text not null check (provider in ('ical', 'hostaway')),
  name text not null,
  status text not null check (status in ('active', 'paused')),
  -- Sealed under the server's secret; null for calendars, whose addresses are their credentials.
  credentials text,
  credentials_hint text not null default '',
  token text,
  token_expires_at timestamptz(3),
  last_poll_at timestamptz(3),
  last_result jsonb,
  last_error text,
  failures integer not null default 0,
  next_poll_at timestamptz(3) not null,
  -- When the last poll began: news after that are not in it.
  begun_at timestamptz,
  -- One node polls at a time; a lease that is over belongs to nobody.
  lease_token uuid,
  leased_until timestamptz,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index property_systems_newest on property_systems (workspace_id, created_at desc, id desc);
create index property_systems_due on property_systems (next_poll_at) where status = 'active';

-- Which of our properties is which there: a listing, or the address of a calendar (sealed: whoever has it can read it).
create table property_system_sources (
  workspace_id text not null,
  property_system_id uuid not null,
  property_id uuid not null,
  remote_id text,
  feed_url text,
  -- Says the same of the same address, and nothing about it.
  feed_hash bytea,
  -- Booking.com calls every night that is not for sale closed, booked ones too.
  closed_are_stays boolean not null default false,
  -- What the calendar's server called the version that was applied last.
  etag text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, property_system_id, property_id),
  foreign key (workspace_id, property_system_id) references property_systems (workspace_id, id) on delete cascade,
  foreign key (workspace_id, property_id) references properties (workspace_id, id),
  check ((remote_id is null) <> (feed_url is null))
);
create unique index property_system_sources_remote on property_system_sources (workspace_id, property_system_id, remote_id);
create unique index property_system_sources_feed on property_system_sources (workspace_id, property_system_id, feed_hash);
create index property_system_sources_newest on property_system_sources
  (workspace_id, property_system_id, created_at desc, property_id desc);

-- Which stay there is which of ours, and what was last heard of it: only what is new is applied.
create table stay_links (
  workspace_id text not null,
  property_system_id uuid not null,
  external_id text not null,
  property_id uuid not null,
  reservation_id uuid not null,
  heard jsonb not null,
  vanished_at timestamptz(3),
  primary key (workspace_id, property_system_id, external_id),
  foreign key (workspace_id, property_system_id) references property_systems (workspace_id, id) on delete cascade,
  foreign key (workspace_id, property_id) references properties (workspace_id, id),
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id)
);
create index stay_links_property on stay_links (workspace_id, property_system_id, property_id);

-- The last time somebody said that there is news, so that many who say it at once cause one poll. Not a column of the
-- systems: their rows are held while stays are written, and whoever says it does not wait.
create table poll_wakes (
  only_row boolean primary key default true check (only_row),
  event_id uuid not null,
  accepted_at timestamptz not null,
  -- Set when it was said again meanwhile: then polls are due once more.
  again_at timestamptz
);
