-- Who outside the company would read a change at once, as the person who was asked about it was told. What an older
-- version asked about was told without them, and is asked about again.
alter table tool_confirmations add column readers text[] not null default '{}';
alter table agent_tool_calls add column readers text[] not null default '{}';
alter table agent_sandbox_calls add column readers text[] not null default '{}';
