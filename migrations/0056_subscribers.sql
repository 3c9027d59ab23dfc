-- Who acts on events, by the worker that has them. While workers of two versions run side by side, each relay hands events
-- to the subscribers of both.
create table subscribers (
  worker_id uuid not null,
  name text not null,
  events text[] not null,
  seen_at timestamptz not null,
  primary key (worker_id, name)
);
