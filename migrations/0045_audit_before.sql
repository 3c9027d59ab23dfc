-- What the changed fields were before, for those who look back at a change.
alter table audit_log add column before jsonb;

create index audit_log_of_action on audit_log (workspace_id, action, created_at desc, id desc);
create index audit_log_of_actor on audit_log (workspace_id, actor_id, created_at desc, id desc);
create index audit_log_of_target on audit_log (workspace_id, target_kind, created_at desc, id desc);
