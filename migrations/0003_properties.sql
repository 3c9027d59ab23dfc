create table properties (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  name text not null,
  internal_name text,
  internal_code text,
  status text not null check (status in ('PROSPECT', 'ONBOARDING', 'ACTIVE', 'AT_RISK', 'INACTIVE')),
  lifecycle_stage text,
  address text,
  city text,
  postal_code text,
  country text,
  latitude double precision,
  longitude double precision,
  property_type text,
  timezone text,
  bedrooms integer,
  bathrooms numeric,
  beds integer,
  max_guests integer,
  square_meters numeric,
  floor integer,
  has_elevator boolean not null default false,
  has_parking boolean not null default false,
  has_smart_lock boolean not null default false,
  checkin_time text,
  checkin_time_end text,
  checkout_time text,
  checkin_instructions text,
  checkout_instructions text,
  parking_instructions text,
  wifi_name text,
  cleaning_fee numeric,
  management_fee numeric,
  cleaning_instructions text,
  property_license_number text,
  kitchens integer,
  living_rooms integer,
  hallways integer,
  terraces integer,
  balconies integer,
  gardens integer,
  min_nights integer,
  max_nights integer,
  min_guests integer,
  deal_value numeric,
  custom_fields jsonb not null default '{}',
  -- What `q` looks through; the separator keeps a match from running over the end of a field.
  -- Written by the code, in small letters of any alphabet, whatever the locale of the database.
  search_text text not null,
  -- The same for restricted keys, which do not see the city.
  search_text_reduced text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (workspace_id, id)
);
create index properties_newest on properties (workspace_id, created_at desc, id desc) where deleted_at is null;
create index properties_status on properties (workspace_id, status, created_at desc, id desc) where deleted_at is null;
create index properties_changed on properties (workspace_id, updated_at desc, id desc) where deleted_at is null;
create index properties_name on properties (workspace_id, lower(name), id) where deleted_at is null;
create index properties_search on properties using gin (search_text gin_trgm_ops) where deleted_at is null;
create index properties_search_reduced on properties using gin (search_text_reduced gin_trgm_ops) where deleted_at is null;
