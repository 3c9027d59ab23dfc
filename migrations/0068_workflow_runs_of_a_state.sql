-- Runs of one workflow in one state: what is known of the table on average misleads a plan that is kept, and then all runs
-- of the workflow are gone through that are over. With an index of their own there is nothing to choose.
create index wf_run_of_in_state on wf_run (workspace_id, definition_id, state, created_at desc)
  where state <> 'completed';
