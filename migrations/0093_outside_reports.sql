-- How many reports of people outside were written down in the hour since the first of them: a stranger may have many
-- numbers.
create table outside_reports (
  workspace_id text not null references workspaces (id),
  -- Strangers share one for each way that they come by; who is known has their own.
  reporter text not null,
  since timestamptz(3) not null,
  count integer not null check (count > 0),
  primary key (workspace_id, reporter)
);
