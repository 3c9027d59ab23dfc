-- Conversations that nobody looks after, newest first; the state is read from the index too, without the rows.
create index conversations_unassigned on conversations (workspace_id, last_message_at desc, id desc, status)
  where assignee_id is null;
