-- By date and time, in which the desk lists work; a day's work is found by it too, so it takes the place of tasks_day.
drop index tasks_day;
create index tasks_schedule on tasks (workspace_id, scheduled_date, scheduled_time, id) where deleted_at is null;

-- What is still to do: a small part of all tasks after a year, and nearly always what is asked for.
create index tasks_open on tasks (workspace_id, scheduled_date, scheduled_time, id)
  where deleted_at is null and status not in ('COMPLETED', 'FINISHED', 'CLOSED', 'REQUEST_REJECTED');
