-- What has come for a run and was not told to it yet: each time the run is woken these are looked for, among all that it was
-- told in months.
create index wf_signal_open on wf_signal (workspace_id, run_id, place) where not is_done;
