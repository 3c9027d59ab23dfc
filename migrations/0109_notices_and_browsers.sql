-- People are told when we turned a workflow of theirs off: that is about no task and no approval.
alter table notifications drop constraint if exists notifications_kind_check;
alter table notifications drop constraint if exists notifications_about_check;
alter table notifications add constraint notifications_kind_check check (
  kind in ('assigned', 'completed', 'rescheduled', 'urgent', 'deleted', 'commented', 'approval', 'sign_in',
    'workflow_off'));
alter table notifications add constraint notifications_about_check check (
  num_nonnulls(task_id, approval_id) = case when kind in ('sign_in', 'workflow_off') then 0 else 1 end);

-- Why we turned a workflow off; null where somebody turned it on or off.
alter table wf_activation add column reason text;

-- Whether a browser is known at all, before it is known who signs in.
create index sign_in_devices_browser on sign_in_devices (name) where kind = 'browser';
