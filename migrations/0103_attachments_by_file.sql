-- An address of a file is asked for by where the file is kept: it ends with its task.
create index task_attachments_by_file on task_attachments (workspace_id, storage_key) where storage_key is not null;
