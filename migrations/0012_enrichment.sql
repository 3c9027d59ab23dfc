-- What the service would change about a new task, for a person to accept or dismiss.
create table task_suggestions (
  workspace_id text not null,
  -- Made from the task and what is suggested, so that the same is suggested once.
  id uuid not null,
  task_id uuid not null,
  kind text not null check (kind in ('duplicate', 'priority', 'tag')),
  duplicate_of_id uuid,
  priority text,
  tag_id uuid,
  -- How sure it is, from 0 to 1, where that is known.
  score real,
  reason text not null,
  method text not null check (method in ('rules', 'model')),
  state text not null default 'open' check (state in ('open', 'accepted', 'dismissed')),
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, task_id) references tasks (workspace_id, id),
  foreign key (workspace_id, duplicate_of_id) references tasks (workspace_id, id),
  foreign key (workspace_id, tag_id) references task_tags (workspace_id, id),
  foreign key (workspace_id, decided_by) references memberships (workspace_id, user_id),
  check (num_nonnulls(duplicate_of_id, priority, tag_id) = 1)
);
create index task_suggestions_of on task_suggestions (workspace_id, task_id, created_at desc, id desc);
create index task_suggestions_duplicate on task_suggestions (workspace_id, duplicate_of_id) where duplicate_of_id is not null;
create index task_suggestions_tag on task_suggestions (workspace_id, tag_id) where tag_id is not null;
