alter table vendors
  add column contact_name text,
  add column service_area text,
  add column notes text;

-- What people and vendors can do.
create table skills (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  name text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create unique index skills_name on skills (workspace_id, lower(name));
create index skills_newest on skills (workspace_id, created_at desc, id desc);

create table membership_skills (
  workspace_id text not null,
  membership_id uuid not null,
  skill_id uuid not null,
  primary key (workspace_id, membership_id, skill_id),
  foreign key (workspace_id, membership_id) references memberships (workspace_id, id),
  foreign key (workspace_id, skill_id) references skills (workspace_id, id)
);
create index membership_skills_of on membership_skills (workspace_id, skill_id);

create table vendor_skills (
  workspace_id text not null,
  vendor_id uuid not null,
  skill_id uuid not null,
  primary key (workspace_id, vendor_id, skill_id),
  foreign key (workspace_id, vendor_id) references vendors (workspace_id, id),
  foreign key (workspace_id, skill_id) references skills (workspace_id, id)
);
create index vendor_skills_of on vendor_skills (workspace_id, skill_id);

-- When a member works.
create table work_profiles (
  workspace_id text not null,
  membership_id uuid not null,
  -- Null: the workspace's.
  timezone text,
  -- False: nobody has said when the person works, which is not the same as never.
  has_shifts boolean not null,
  version integer not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, membership_id),
  foreign key (workspace_id, membership_id) references memberships (workspace_id, id)
);

-- Times of the clock on the wall. An end that is not after the start is on the next day.
create table work_shifts (
  workspace_id text not null,
  membership_id uuid not null,
  -- 1 is Monday.
  weekday smallint not null check (weekday between 1 and 7),
  starts_at text not null,
  ends_at text not null,
  primary key (workspace_id, membership_id, weekday, starts_at),
  foreign key (workspace_id, membership_id) references work_profiles (workspace_id, membership_id)
);

create table work_exceptions (
  workspace_id text not null,
  id uuid not null,
  membership_id uuid not null,
  kind text not null check (kind in ('DAY_OFF', 'EXTRA_SHIFT')),
  first_date date not null,
  last_date date not null check (last_date >= first_date),
  starts_at text,
  ends_at text,
  reason text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, membership_id) references memberships (workspace_id, id),
  check ((kind = 'EXTRA_SHIFT') = (starts_at is not null) and (starts_at is null) = (ends_at is null))
);
create index work_exceptions_of on work_exceptions (workspace_id, membership_id, first_date desc, id desc);
