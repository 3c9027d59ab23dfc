-- People are told of sign-ins with their account from a new device: that is about no task and no approval.
do $$
declare
  rule text;
begin
  for rule in
    select conname from pg_constraint
    where conrelid = 'notifications'::regclass and contype = 'c'
      and (pg_get_constraintdef(oid) like '%approval_id%' or conname = 'notifications_kind_check')
  loop
    execute format('alter table notifications drop constraint %I', rule);
  end loop;
end
$$;
alter table notifications add constraint notifications_kind_check check (
  kind in ('assigned', 'completed', 'rescheduled', 'urgent', 'deleted', 'commented', 'approval', 'sign_in'));
alter table notifications add constraint notifications_about_check check (
  num_nonnulls(task_id, approval_id) = case when kind = 'sign_in' then 0 else 1 end);
