-- Photos of a task. Without a storage key there is no copy yet: such a record was imported from before copies were kept.
create table task_attachments (
  workspace_id text not null,
  id uuid not null,
  task_id uuid not null,
  external_source text,
  external_id text,
  file_name text,
  caption text,
  content_type text,
  size_bytes integer,
  sha256 text,
  storage_key text,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, task_id) references tasks (workspace_id, id),
  check ((storage_key is null) = (sha256 is null)),
  check ((external_source is null) = (external_id is null))
);
create index task_attachments_of on task_attachments (workspace_id, task_id, created_at desc, id desc);
create unique index task_attachments_external on task_attachments
  (workspace_id, task_id, external_source, external_id) where external_source is not null;

-- Who is downloading what. A row whose lease has passed belongs to a process that is gone.
create table attachment_claims (
  workspace_id text not null,
  task_id uuid not null,
  external_source text not null,
  external_id text not null,
  token uuid not null,
  leased_until timestamptz not null,
  primary key (workspace_id, task_id, external_source, external_id),
  foreign key (workspace_id, task_id) references tasks (workspace_id, id)
);
