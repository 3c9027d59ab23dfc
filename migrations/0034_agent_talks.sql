-- An agent answers what comes through an integration, with the rights of the person it acts for and never more.
alter table integrations
  add column acts_for_id uuid,
  add constraint integrations_agent foreign key (workspace_id, agent_id) references agents (workspace_id, id),
  add constraint integrations_acts_for
    foreign key (workspace_id, acts_for_id) references memberships (workspace_id, user_id),
  -- So that a setting names only workflows of the same workspace.
  add column release_workflow_id uuid generated always as ((settings ->> 'releaseWorkflowId')::uuid) stored,
  add constraint integrations_release_workflow
    foreign key (workspace_id, release_workflow_id) references wf_definition (workspace_id, id);

update integrations set settings = '{"people": null, "releaseWorkflowId": null}'::jsonb || settings;

-- What can be pressed under a message of ours, where the other side has buttons.
alter table messages add column buttons jsonb;

-- The session in which an agent follows a conversation. Another agent or another person has a session of its own.
create table agent_talks (
  workspace_id text not null,
  conversation_id uuid not null,
  agent_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, conversation_id, agent_id, user_id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id),
  foreign key (workspace_id, agent_id) references agents (workspace_id, id),
  foreign key (workspace_id, session_id) references agent_sessions (workspace_id, id)
);
create unique index agent_talks_session on agent_talks (workspace_id, session_id);

-- Who receives deliveries is remembered by every node until this is told.
create function integrations_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('innkeeper', 'integrations');
  return null;
end $$;
create trigger integrations_changed after insert or update or delete on integrations
  for each statement execute function integrations_changed();
create trigger integrations_changed after insert or update or delete on integration_finders
  for each statement execute function integrations_changed();
