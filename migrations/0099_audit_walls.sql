-- How long the owner of the database wants entries kept at least; 0: for ever. Who only serves reads it.
create table retention (
  table_name text primary key,
  kept_days integer not null check (kept_days >= 0)
);
insert into retention (table_name, kept_days) values ('audit_log', 400);

-- An entry of the audit log stays as it was written, and goes when its time is past. The grants of a role that only
-- serves say the same; this also holds where one role does everything, until that role takes the trigger away.
do $$
declare
  place text := format('%I', current_schema());
begin
  execute replace($body$
    create function PLACE.audit_log_stays() returns trigger language plpgsql
      set search_path = pg_catalog, pg_temp as $f$
    declare
      days integer;
    begin
      if tg_op = 'DELETE' then
        select kept_days into days from PLACE.retention where table_name = 'audit_log';
        if days > 0 and old.created_at < now() - make_interval(days => days) then
          return old;
        end if;
      end if;
      raise exception 'an entry of the audit log is neither changed nor deleted before its time'
        using errcode = 'insufficient_privilege';
    end $f$;

    -- Deletes entries whose time is past: the time that the owner has set, or a longer one. Answers how many.
    create function PLACE.prune_audit_log(asked_days integer, rows_max integer) returns integer language plpgsql
      security definer set search_path = pg_catalog, pg_temp as $f$
    declare
      days integer;
      deleted integer;
    begin
      select kept_days into days from PLACE.retention where table_name = 'audit_log';
      if days is null or days = 0 or asked_days is null or asked_days = 0 then
        return 0;
      end if;
      delete from PLACE.audit_log where ctid = any (array (
        select ctid from PLACE.audit_log
        where created_at < now() - make_interval(days => greatest(days, asked_days))
        limit least(greatest(rows_max, 0), 10000) for update skip locked));
      get diagnostics deleted = row_count;
      return deleted;
    end $f$;

    revoke all on function PLACE.prune_audit_log(integer, integer) from public;
  $body$, 'PLACE', place);
end $$;

create trigger audit_log_stays before update or delete on audit_log
  for each row execute function audit_log_stays();
create trigger audit_log_stays_whole before truncate on audit_log
  for each statement execute function audit_log_stays();
