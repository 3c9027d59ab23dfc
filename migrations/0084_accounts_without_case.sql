-- Names of inboxes and of repositories have no case, and are found by their small letters (src/modules/integrations/finder.ts).
-- What finds them until now stays beside that, for nodes of an earlier build. Where a workspace has connected the same
-- account twice, in other letters, one of the two has never got anything: the other one keeps it, or the newer.
insert into integration_finders (workspace_id, integration_id, kind, finder)
select distinct on (f.workspace_id, f.kind, lower(f.finder collate "C"))
  f.workspace_id, f.integration_id, f.kind, lower(f.finder collate "C")
from integration_finders f
join integrations i on i.workspace_id = f.workspace_id and i.id = f.integration_id
where f.kind in ('agent_mail', 'code_host')
order by f.workspace_id, f.kind, lower(f.finder collate "C"),
  exists (
    select from inbound_deliveries d where d.workspace_id = f.workspace_id and d.integration_id = f.integration_id) desc,
  i.created_at desc, i.id desc
on conflict (workspace_id, kind, finder) do update set integration_id = excluded.integration_id;
