-- A step whose run was cancelled, or whose branch has lost, is over too. Of the rows that are there all are as before: they
-- need not be looked at.
alter table wf_step drop constraint wf_step_status_check;
alter table wf_step add constraint wf_step_status_check
  check (status in ('started', 'completed', 'skipped', 'faulted', 'cancelled')) not valid;
