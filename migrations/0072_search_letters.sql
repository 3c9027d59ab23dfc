-- Texts are searched without the marks of Latin letters: `evora` finds Évora. The same as src/core/search-letters.ts makes
-- of a text in small letters. What has no such letters, as most of what is stored from now on, is told at once.
create function search_letters(written text) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain text;
begin
  if octet_length(written) = length(written) then
    return written;
  end if;
  plain := regexp_replace(normalize(written, nfd), '([a-zßæœþøłđðħŧı])[\u0300-\u036f]+', '\1', 'g');
  if octet_length(plain) = length(plain) then
    return plain;
  end if;
  plain := translate(plain, 'øłđðħŧıς’', 'olddhtiσ''');
  plain := replace(replace(replace(replace(plain, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  return normalize(plain, nfc);
end $$;

-- Of rows that nodes of an earlier build write meanwhile.
create function searched_plainly() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'task_search' then
    new.text := search_letters(new.text);
  else
    new.search_text := search_letters(new.search_text);
  end if;
  if tg_table_name = 'properties' then
    new.search_text_reduced := search_letters(new.search_text_reduced);
  end if;
  return new;
end $$;
create trigger searched_plainly before insert or update of text on task_search
  for each row when (octet_length(new.text) <> length(new.text)) execute function searched_plainly();
create trigger searched_plainly before insert or update of search_text on properties
  for each row when (octet_length(new.search_text) <> length(new.search_text)) execute function searched_plainly();
create trigger searched_plainly before insert or update of search_text on contacts
  for each row when (octet_length(new.search_text) <> length(new.search_text)) execute function searched_plainly();
create trigger searched_plainly before insert or update of search_text on reservations
  for each row when (octet_length(new.search_text) <> length(new.search_text)) execute function searched_plainly();
create trigger searched_plainly before insert or update of search_text on conversations
  for each row when (octet_length(new.search_text) <> length(new.search_text)) execute function searched_plainly();
create trigger searched_plainly before insert or update of search_text on messages
  for each row when (octet_length(new.search_text) <> length(new.search_text)) execute function searched_plainly();
create trigger searched_plainly before insert or update of search_text on wf_definition
  for each row when (octet_length(new.search_text) <> length(new.search_text)) execute function searched_plainly();
