-- Links and states of installs that have served: each is good once. Forgotten when they would have expired anyway.
create table install_passes_used (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  expires_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index install_passes_used_old on install_passes_used (expires_at);

-- Somebody changes the token of this integration for a new one until then: the old one is good for that only once.
alter table integrations add column refreshing_until timestamptz(3);
