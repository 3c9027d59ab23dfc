-- Guests and other people outside the company.
create table contacts (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  full_name text not null,
  email text,
  phone text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (workspace_id, id)
);
create index contacts_newest on contacts (workspace_id, created_at desc, id desc) where deleted_at is null;

create table reservations (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  property_id uuid not null,
  contact_id uuid,
  code text,
  status text not null check (status in ('CONFIRMED', 'CANCELLED')),
  -- Nights in the property's time zone.
  checkin_date date not null,
  checkout_date date not null check (checkout_date > checkin_date),
  guests integer,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, property_id) references properties (workspace_id, id),
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id)
);
create index reservations_newest on reservations (workspace_id, created_at desc, id desc) where deleted_at is null;
create index reservations_property on reservations (workspace_id, property_id, checkin_date) where deleted_at is null;
