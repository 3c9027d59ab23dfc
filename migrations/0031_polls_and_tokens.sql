-- When a source that had stays to come was first seen without any: they are cancelled if the next poll sees none either.
alter table property_system_sources add column empty_at timestamptz(3);

-- The program for which a person allowed the tools: it must come back with the token itself. Null for a key, which is its
-- own program.
alter table tool_confirmations add column grant_id uuid;

-- Until when a password is good that somebody else has given to the person. Null for one of their own.
alter table users add column password_expires_at timestamptz(3);
