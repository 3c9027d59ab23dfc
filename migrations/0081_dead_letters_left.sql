-- What is still to be replayed, newest first: little among all that was.
create index dead_letters_left on dead_letters (workspace_id, failed_at desc, id desc) where replayed_at is null;
