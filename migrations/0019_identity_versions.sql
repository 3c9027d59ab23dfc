-- So that a change of a member or of the settings can be refused when somebody else was quicker.
alter table workspaces add column version integer not null default 1;
alter table memberships add column version integer not null default 1;
