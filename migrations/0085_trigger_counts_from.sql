-- The moment from which `every` counts: a month after the 31st of January and the 28th of February is the 31st of March.
-- Of those that there are only their next moment is known.
alter table wf_trigger add column counts_from timestamptz(3);
update wf_trigger set counts_from = next_at where every is not null;
