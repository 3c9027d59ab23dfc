-- The member who wrote a message that an agent was called to, where that is known: whom its questions may be put to.
create table agent_callers (
  workspace_id text not null,
  message_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, message_id),
  foreign key (workspace_id, message_id) references messages (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id)
);

create index agent_interactions_of_session on agent_interactions (workspace_id, session_id, created_at desc, id desc);
