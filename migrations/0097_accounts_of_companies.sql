-- An address that is proven has one account. Until then each workspace that adds it makes an account of its own, which is
-- in that workspace alone: nobody learns whether there are others, and nobody can take an address away from its owner.
-- Nodes of an earlier build cannot add an unknown address while they still run beside new ones: they fail, and add nothing.
alter table users add column made_in text references workspaces (id);
update users u set made_in = (
  select m.workspace_id from memberships m where m.user_id = u.id order by m.created_at, m.workspace_id limit 1)
where u.email_verified_at is null;
drop index users_email;
create unique index users_email_proven on users (lower(email collate "C")) where email_verified_at is not null;
create unique index users_email_made on users (made_in, lower(email collate "C")) where email_verified_at is null;
create index users_email on users (lower(email collate "C"));

-- When the person at the address said no: the workspace is not told.
alter table memberships add column declined_at timestamptz(3);
