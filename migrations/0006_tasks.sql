-- Numbers counted per workspace, such as the one in TK-<n>.
create table counters (
  workspace_id text not null references workspaces (id),
  name text not null,
  last integer not null,
  primary key (workspace_id, name)
);

create table task_tags (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  name text not null,
  color text not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create unique index task_tags_name on task_tags (workspace_id, lower(name));

create table task_templates (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  name text not null,
  title text,
  description text,
  department_id uuid,
  priority text,
  estimated_duration_minutes integer,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, department_id) references departments (workspace_id, id)
);
create index task_templates_newest on task_templates (workspace_id, created_at desc, id desc) where deleted_at is null;

create table task_template_items (
  workspace_id text not null,
  id uuid not null,
  template_id uuid not null,
  kind text not null,
  title text not null,
  required boolean not null,
  blocks_completion boolean not null,
  position integer not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, template_id) references task_templates (workspace_id, id)
);
create index task_template_items_of on task_template_items (workspace_id, template_id, position);

create table task_template_tags (
  workspace_id text not null,
  template_id uuid not null,
  tag_id uuid not null,
  primary key (workspace_id, template_id, tag_id),
  foreign key (workspace_id, template_id) references task_templates (workspace_id, id),
  foreign key (workspace_id, tag_id) references task_tags (workspace_id, id)
);

-- What must be there before a task of a department or template may be completed.
create table completion_rules (
  workspace_id text not null references workspaces (id),
  id uuid not null,
  department_id uuid,
  template_id uuid,
  requires text not null check (requires in ('summary', 'photo', 'cost')),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, department_id) references departments (workspace_id, id),
  foreign key (workspace_id, template_id) references task_templates (workspace_id, id),
  check (num_nonnulls(department_id, template_id) = 1)
);
create unique index completion_rules_once on completion_rules
  (workspace_id, coalesce(department_id, template_id), requires);

-- Tasks of one property on one day share a visit.
create table visits (
  workspace_id text not null,
  id uuid not null,
  property_id uuid not null,
  date date not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, property_id) references properties (workspace_id, id)
);
create unique index visits_day on visits (workspace_id, property_id, date);

create table tasks (
  workspace_id text not null,
  id uuid not null,
  number integer not null,
  title text not null,
  description text,
  status text not null check (status in ('OPEN', 'CREATED', 'DRAFT', 'DRAFTED', 'SCHEDULED', 'IN_PROGRESS', 'FINISHED',
    'CLOSED', 'PENDING_APPROVAL', 'REQUEST_APPROVED', 'REQUEST_REJECTED', 'COMPLETED')),
  priority text not null check (priority in ('WATCH', 'LOWEST', 'LOW', 'NORMAL', 'HIGH', 'URGENT')),
  source text not null check (source in ('MANUAL', 'AUTOMATION', 'SCHEDULE_RULE', 'INTEGRATION', 'AI', 'REVIEW',
    'MESSAGE', 'CALL', 'MEETING_BOT')),
  department_id uuid not null,
  property_id uuid,
  reservation_id uuid,
  contact_id uuid,
  parent_task_id uuid,
  template_id uuid,
  project_id uuid,
  visit_id uuid,
  scheduled_date date,
  -- Local to the property, as it was sent: with seconds only if they were.
  scheduled_time text,
  estimated_duration_minutes integer,
  sort_order double precision not null default 0,
  is_issue boolean not null default false,
  is_published boolean not null default false,
  billable_to_owner boolean not null default false,
  cost numeric,
  cost_currency text not null,
  is_no_charge boolean not null default false,
  summary text,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  custom_fields jsonb not null default '{}',
  completion_fields jsonb not null default '{}',
  external_refs jsonb not null default '[]',
  ai_provenance jsonb,
  created_by_kind text not null check (created_by_kind in ('user', 'key', 'system')),
  created_by_id uuid,
  created_by_name text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, department_id) references departments (workspace_id, id),
  foreign key (workspace_id, property_id) references properties (workspace_id, id),
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id),
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id),
  foreign key (workspace_id, parent_task_id) references tasks (workspace_id, id),
  foreign key (workspace_id, template_id) references task_templates (workspace_id, id),
  foreign key (workspace_id, visit_id) references visits (workspace_id, id)
);
create unique index tasks_number on tasks (workspace_id, number);
create index tasks_newest on tasks (workspace_id, created_at desc, id desc) where deleted_at is null;
create index tasks_status on tasks (workspace_id, status, created_at desc, id desc) where deleted_at is null;
create index tasks_property on tasks (workspace_id, property_id, created_at desc, id desc) where deleted_at is null;
create index tasks_department on tasks (workspace_id, department_id, status, created_at desc, id desc) where deleted_at is null;
create index tasks_day on tasks (workspace_id, scheduled_date, status) where deleted_at is null and scheduled_date is not null;
create index tasks_changed on tasks (workspace_id, updated_at desc, id desc) where deleted_at is null;
create index tasks_parent on tasks (workspace_id, parent_task_id) where parent_task_id is not null;
create index tasks_visit on tasks (workspace_id, visit_id) where visit_id is not null;

-- What `q` looks through, apart from the tasks: a change of status then rewrites no trigram index.
create table task_search (
  workspace_id text not null,
  task_id uuid not null,
  text text not null,
  primary key (workspace_id, task_id),
  foreign key (workspace_id, task_id) references tasks (workspace_id, id)
);
create index task_search_text on task_search using gin (text gin_trgm_ops);

create table task_assignees (
  workspace_id text not null,
  id uuid not null,
  task_id uuid not null,
  role text not null check (role in ('PRIMARY', 'SECONDARY')),
  user_id uuid,
  vendor_id uuid,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, task_id) references tasks (workspace_id, id),
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id),
  foreign key (workspace_id, vendor_id) references vendors (workspace_id, id),
  check (num_nonnulls(user_id, vendor_id) = 1)
);
create unique index task_assignees_once on task_assignees (workspace_id, task_id, coalesce(user_id, vendor_id));
create unique index task_assignees_primary on task_assignees (workspace_id, task_id) where role = 'PRIMARY';
create index task_assignees_user on task_assignees (workspace_id, user_id) where user_id is not null;
create index task_assignees_vendor on task_assignees (workspace_id, vendor_id) where vendor_id is not null;

create table task_tag_links (
  workspace_id text not null,
  task_id uuid not null,
  tag_id uuid not null,
  primary key (workspace_id, task_id, tag_id),
  foreign key (workspace_id, task_id) references tasks (workspace_id, id),
  foreign key (workspace_id, tag_id) references task_tags (workspace_id, id)
);

create table task_cost_items (
  workspace_id text not null,
  id uuid not null,
  task_id uuid not null,
  amount numeric not null,
  currency text not null,
  description text not null,
  bill_to_type text not null check (bill_to_type in ('OWNER', 'GUEST', 'INTERNAL', 'DAMAGE', 'INSURANCE', 'REVIEW')),
  category_name text not null,
  notes text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, task_id) references tasks (workspace_id, id)
);
create index task_cost_items_of on task_cost_items (workspace_id, task_id, created_at, id);

create table task_checklist_items (
  workspace_id text not null,
  id uuid not null,
  task_id uuid not null,
  kind text not null check (kind in ('CHECK', 'CONDITION', 'PHOTO', 'COUNT', 'TEXT', 'YES_NO', 'RATING', 'EXTERNAL')),
  title text not null,
  required boolean not null,
  blocks_completion boolean not null,
  position integer not null,
  external_source text,
  external_id text,
  action_url text,
  answer jsonb,
  completed_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, task_id) references tasks (workspace_id, id)
);
create index task_checklist_items_of on task_checklist_items (workspace_id, task_id, position, id);
create unique index task_checklist_items_external on task_checklist_items
  (workspace_id, task_id, external_source, external_id) where external_source is not null;

-- Open tasks that must be closed first.
create table task_dependencies (
  workspace_id text not null,
  task_id uuid not null,
  depends_on_id uuid not null check (depends_on_id <> task_id),
  created_at timestamptz(3) not null,
  primary key (workspace_id, task_id, depends_on_id),
  foreign key (workspace_id, task_id) references tasks (workspace_id, id),
  foreign key (workspace_id, depends_on_id) references tasks (workspace_id, id)
);
create index task_dependencies_back on task_dependencies (workspace_id, depends_on_id);

-- Written by workflows: the task may not be completed while a hold on it is there.
create table task_completion_holds (
  workspace_id text not null,
  id uuid not null,
  task_id uuid not null,
  title text not null,
  action_url text,
  created_at timestamptz(3) not null,
  released_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, task_id) references tasks (workspace_id, id)
);
create index task_completion_holds_open on task_completion_holds (workspace_id, task_id) where released_at is null;

create table task_comments (
  workspace_id text not null,
  id uuid not null,
  task_id uuid not null,
  author_kind text not null check (author_kind in ('user', 'key', 'link', 'system')),
  author_id uuid,
  author_name text not null,
  content text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, task_id) references tasks (workspace_id, id)
);
create index task_comments_of on task_comments (workspace_id, task_id, created_at, id);

-- What happened to a task, and what became of each side effect.
create table task_activities (
  workspace_id text not null,
  id uuid not null,
  task_id uuid not null,
  action text not null,
  actor_kind text not null check (actor_kind in ('user', 'key', 'link', 'system')),
  actor_id uuid,
  details jsonb not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, task_id) references tasks (workspace_id, id)
);
create index task_activities_of on task_activities (workspace_id, task_id, created_at desc, id desc);
