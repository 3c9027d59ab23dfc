-- How often a call that failed is made again where the document says nothing about it: {attempts, delaySeconds, backoff}.
alter table wf_definition add column retry_defaults jsonb;
