-- What an agent says answers one message: by mail it goes to whoever wrote that one, whoever has written since.
alter table messages add column answers_id uuid;
-- More than one has written in it, so an answer may be read by somebody else than whoever asked.
alter table conversations add column is_shared boolean not null default false;
