-- How often the worker was lost that had this run for itself, because a worker was lost with it before: a run that takes
-- every worker down is put aside. -1: its worker has handed it back. Old workers leave it alone, which only makes them
-- count less.
alter table wf_run add column lost_alone smallint not null default 0;
