-- What the audit log no longer keeps.
create index audit_log_age on audit_log (created_at);
