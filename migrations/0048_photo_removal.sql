-- A photo that is removed takes with it what was noted of sending it.
alter table task_sync_photos
  drop constraint task_sync_photos_workspace_id_attachment_id_fkey,
  add foreign key (workspace_id, attachment_id) references task_attachments (workspace_id, id) on delete cascade;
