-- From when on a run waits for its turn: since it was started, or from the moment at which it is to begin.
alter table wf_run add column queued_from timestamptz(3);
-- Of runs that nodes of an earlier build add meanwhile.
alter table wf_run alter column queued_from set default now();
update wf_run set queued_from = created_at where is_queued and state = 'pending';

-- How many of a group are under way is told by the first few, however many wait behind them.
drop index wf_run_concurrent;
drop index wf_run_queued;
create index wf_run_taking_turns on wf_run (workspace_id, definition_id, concurrency_key)
  where concurrency_key is not null and not (is_queued and state = 'pending')
    and state in ('pending', 'running', 'waiting', 'suspended');
create index wf_run_queued on wf_run (workspace_id, definition_id, concurrency_key, queued_from, id)
  where is_queued and state = 'pending';

-- Of a run that a worker has, the end of its lease: one index finds what is due and what was left behind. It is read from
-- its beginning whatever is known of the table, and so cleans itself of entries that are gone.
update wf_run set due_at = lease_until where lease_until is not null;
drop index wf_run_leased;
drop index wf_run_due;
create index wf_run_due on wf_run (due_at) where due_at is not null;

-- Lists and their totals by workflow and state, from the index alone. Runs that are over and went well, which only grow in
-- number, are in the lists of all. Without the id, which breaks ties: with it they seem fit to find a run by its id as long
-- as nothing is known of the table, and then all runs are gone through.
drop index wf_run_newest;
drop index wf_run_of;
drop index wf_run_in_state;
create index wf_run_newest on wf_run (workspace_id, created_at desc) include (state);
create index wf_run_of on wf_run (workspace_id, definition_id, created_at desc) include (state);
create index wf_run_in_state on wf_run (workspace_id, state, created_at desc) include (definition_id)
  where state <> 'completed';

-- Each run is changed some times and then stays: what was left behind is cleared away soon, however many there are.
alter table wf_run set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 2000);

-- Steps and history are written in the transaction that changes their run, and only if that is still there: to look for
-- it once more for each row costs more than it tells. They are deleted with it, see prune-runs.ts.
alter table wf_step drop constraint wf_step_workspace_id_run_id_fkey;
alter table wf_event drop constraint wf_event_workspace_id_run_id_fkey;
