-- The totals of lists, whatever they are filtered by. Few different values stand in it, so it stays small: a hundred
-- thousand conversations are counted on ninety pages in place of three thousand.
create index conversations_totals on conversations (workspace_id, status, channel, assignee_id, unread_count);

-- Who writes is known by the address.
create index contacts_email on contacts (workspace_id, lower(email)) where email is not null and deleted_at is null;

-- Programs that nobody uses are forgotten.
create index oauth_grants_client on oauth_grants (client_id);
create index oauth_codes_client on oauth_codes (client_id);
