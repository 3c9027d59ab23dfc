-- The page of a task asks where its work was asked for.
create index conversation_tasks_of_task on conversation_tasks (workspace_id, task_id);
