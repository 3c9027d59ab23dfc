-- Files that are being stored. A row is there before the first byte and goes in the transaction that records the file,
-- so a file that no record names is always named here.
create table file_drafts (
  workspace_id text not null references workspaces (id),
  storage_key text not null,
  created_at timestamptz(3) not null,
  -- From then on the file is removed, and cannot be recorded any more.
  abandoned_at timestamptz(3),
  primary key (workspace_id, storage_key)
);
create index file_drafts_old on file_drafts (created_at);
