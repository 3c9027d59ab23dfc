-- A name that Node knows and the database does not: stays of such a home could not be listed. It is the same clock.
update workspaces set timezone = 'America/Regina', version = version + 1, updated_at = now()
  where lower(timezone) = 'canada/east-saskatchewan';
update properties set timezone = 'America/Regina', version = version + 1, updated_at = now()
  where lower(timezone) = 'canada/east-saskatchewan';
