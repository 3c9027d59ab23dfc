-- Versions in a language that is gone, of which those that are active are turned off: few, and looked for each minute.
create index wf_version_in_jsonata on wf_version (workspace_id, definition_id, number)
  where (document #>> '{evaluate,language}') = 'jsonata';
