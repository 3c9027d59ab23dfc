-- For whom a run of an agent speaks. What was asked in a conversation before this is a stranger's: nobody has proven who
-- asked. All other runs were started by somebody who had signed in.
alter table agent_runs add column audience jsonb not null default '{"kind": "member"}';
update agent_runs r set audience = '{"kind": "stranger"}'
  from agent_talks t where t.workspace_id = r.workspace_id and t.session_id = r.session_id;
-- Whatever does not say it, such as a node of the build before, has a stranger's rights.
alter table agent_runs alter column audience set default '{"kind": "stranger"}';

-- Who did it in words, where it was the service for somebody outside the company.
alter table task_activities add column actor_name text;

-- Whose word counts for who has sent a letter.
update integrations set settings = '{"mailAuthority": null}'::jsonb || settings;
