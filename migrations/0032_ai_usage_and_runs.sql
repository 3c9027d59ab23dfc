-- What a workspace uses is counted from its first call on, so a row may be there before anybody has set a limit.
alter table ai_budgets alter column updated_at drop not null;

-- What was used so far this month, where there is no row yet.
insert into ai_budgets (workspace_id, day, day_tokens, day_cost_micros, month, month_tokens, month_cost_micros)
select workspace_id, today, coalesce(sum(input_tokens + output_tokens) filter (where day = today), 0),
  coalesce(sum(cost_micros) filter (where day = today), 0), date_trunc('month', today)::date,
  sum(input_tokens + output_tokens), sum(cost_micros)
from ai_usage_days, (select (now() at time zone 'UTC')::date as today) t
where day >= date_trunc('month', today)::date
group by workspace_id, today
on conflict do nothing;

-- Runs of agents are deleted some time after their end.
create index agent_runs_ended on agent_runs (ended_at) where ended_at is not null;
