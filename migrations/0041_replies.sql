-- A long message goes out in parts: those that are there are not sent again.
alter table messages add column parts_sent smallint not null default 0;

-- Where the app that speaks for us to guests takes what is to be sent.
update integrations set settings = '{"sendUrl": null}'::jsonb || settings;
