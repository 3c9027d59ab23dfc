-- Outside companies that work is given to.
create table vendors (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  name text not null,
  email text,
  phone text,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (workspace_id, id)
);
create index vendors_newest on vendors (workspace_id, created_at desc, id desc) where deleted_at is null;
