-- Which models a workspace uses, above what the operator has set.
create table ai_settings (
  workspace_id text primary key references workspaces (id),
  -- Each with its key sealed under the server's secret; the last four of it are all that is ever shown.
  providers jsonb not null default '[]',
  -- `provider:model` for each purpose that the workspace has chosen one for.
  models jsonb not null default '{}',
  version integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3)
);

-- Nodes remember the settings of a workspace; a change makes them forget.
create function ai_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('innkeeper', 'ai-settings');
  return null;
end $$;
create trigger ai_settings_changed after update or delete on ai_settings
  for each statement execute function ai_settings_changed();
