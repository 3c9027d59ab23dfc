-- What a run asks people, and what they said.
create table wf_approval (
  workspace_id text not null,
  -- Made from the run and the task that asks, so that asking again finds it. A hold on a task has the same id.
  id uuid not null,
  definition_id uuid not null,
  run_id uuid not null,
  pointer text not null,
  question text not null,
  details text,
  -- A JSON Schema that the answer has to fit.
  form jsonb,
  context jsonb,
  user_ids uuid[] not null,
  roles text[] not null,
  task_id uuid,
  status text not null check (status in ('pending', 'approved', 'rejected', 'expired', 'withdrawn')),
  due_at timestamptz(3),
  on_overdue text not null check (on_overdue in ('reject', 'approve', 'fault')),
  remind_every_millis bigint,
  remind_at timestamptz(3),
  comment text,
  data jsonb,
  -- Nobody did in time: the policy decided.
  is_overdue boolean not null default false,
  decided_by jsonb,
  decided_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, definition_id) references wf_definition (workspace_id, id),
  foreign key (workspace_id, run_id) references wf_run (workspace_id, id) on delete cascade,
  foreign key (workspace_id, task_id) references tasks (workspace_id, id)
);
create index wf_approval_newest on wf_approval (workspace_id, created_at desc, id desc);
create index wf_approval_in_status on wf_approval (workspace_id, status, created_at desc, id desc);
create index wf_approval_of on wf_approval (workspace_id, run_id, created_at desc, id desc);
create index wf_approval_pending on wf_approval (workspace_id, due_at) where status = 'pending';

-- People are told of approvals too, and those may be about no task.
alter table notifications alter column task_id drop not null;
alter table notifications add column approval_id uuid;
alter table notifications add foreign key (workspace_id, approval_id) references wf_approval (workspace_id, id)
  on delete cascade;
alter table notifications add check (num_nonnulls(task_id, approval_id) = 1);
alter table notifications drop constraint notifications_kind_check;
alter table notifications add check (
  kind in ('assigned', 'completed', 'rescheduled', 'urgent', 'deleted', 'commented', 'approval'));
create index notifications_approval on notifications (workspace_id, approval_id) where approval_id is not null;

-- What an author expects of a workflow.
create table wf_test (
  workspace_id text not null,
  id uuid not null,
  definition_id uuid not null,
  name text not null,
  input jsonb not null,
  mocks jsonb not null,
  clock_at timestamptz(3),
  expected jsonb not null,
  -- The hash of the document that it was last run on, and what came of it.
  last_sha256 text,
  last_passed boolean,
  last_run_id uuid,
  last_run_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, definition_id) references wf_definition (workspace_id, id) on delete cascade
);
create index wf_test_of on wf_test (workspace_id, definition_id, created_at desc, id desc);

-- Of a run with the mode `test`: what it follows, which may be a draft, and what it is told in place of the world.
create table wf_test_run (
  workspace_id text not null,
  run_id uuid not null,
  test_id uuid,
  document json not null,
  sha256 text not null,
  mocks jsonb not null,
  clock_at timestamptz(3) not null,
  expected jsonb not null,
  primary key (workspace_id, run_id),
  foreign key (workspace_id, run_id) references wf_run (workspace_id, id) on delete cascade
);
-- Null for a run that tries a draft.
alter table wf_run alter column version_number drop not null;
