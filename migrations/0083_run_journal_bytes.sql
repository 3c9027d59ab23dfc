-- How much a run has written of what its steps got and gave: there is an end to it, as there is to its steps.
alter table wf_run add column journal_bytes integer not null default 0;
