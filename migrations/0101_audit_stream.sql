-- Where an entry stands for those who read the log as it grows. The transaction that wrote it counts, so that what
-- commits late is not before what somebody has read already: nobody is shown more than the oldest open one has left.
alter table audit_log add column position bigint not null default 0;
create index audit_log_stream on audit_log (workspace_id, position, id);

-- On another server transactions are counted anew; a restored log goes on behind its last entry.
create table audit_stream (
  one boolean primary key default true check (one),
  shift bigint not null default 0
);
insert into audit_stream default values;

do $$
declare
  place text := format('%I', current_schema());
begin
  execute replace($body$
    create function PLACE.audit_log_position() returns trigger language plpgsql
      set search_path = pg_catalog, pg_temp as $f$
    begin
      select pg_current_xact_id()::text::bigint + shift into new.position from PLACE.audit_stream;
      return new;
    end $f$;

    -- Called at each start. It can only make numbers larger.
    create function PLACE.raise_audit_positions() returns void language sql
      security definer set search_path = pg_catalog, pg_temp as $f$
      update PLACE.audit_stream set shift = shift + last.position - (pg_current_xact_id()::text::bigint + shift) + 1
      from (
        select max((select max(a.position) from PLACE.audit_log a where a.workspace_id = w.id)) as position
        from PLACE.workspaces w) as last
      where last.position >= pg_current_xact_id()::text::bigint + shift;
    $f$;

    revoke all on function PLACE.raise_audit_positions() from public;
  $body$, 'PLACE', place);
end $$;

create trigger audit_log_position before insert on audit_log for each row execute function audit_log_position();
