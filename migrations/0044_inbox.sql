-- Whose turn it is: the other side spoke last and nobody has answered.
alter table conversations add column is_waiting boolean not null default false;
update conversations c set is_waiting = true
where (
  select m.direction from messages m
  where m.workspace_id = c.workspace_id and m.conversation_id = c.id and m.author_kind <> 'system'
  order by m.created_at desc, m.id desc limit 1) = 'in';
create index conversations_waiting on conversations (workspace_id, status, last_message_at desc, id desc)
  where is_waiting;

-- The work that came of a conversation.
create table conversation_tasks (
  workspace_id text not null,
  conversation_id uuid not null,
  task_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, conversation_id, task_id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id),
  foreign key (workspace_id, task_id) references tasks (workspace_id, id)
);
create index conversation_tasks_newest
  on conversation_tasks (workspace_id, conversation_id, created_at desc, task_id desc);
