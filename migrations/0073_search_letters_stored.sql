-- Once the triggers are there, in a transaction of its own: no table is locked meanwhile, only the rows that change. Those
-- of which there are most, and which hardly anybody changes, come first.
update messages set search_text = search_letters(search_text) where search_text <> search_letters(search_text);
update task_search set text = search_letters(text) where text <> search_letters(text);
update contacts set search_text = search_letters(search_text) where search_text <> search_letters(search_text);
update reservations set search_text = search_letters(search_text) where search_text <> search_letters(search_text);
update properties set search_text = search_letters(search_text), search_text_reduced = search_letters(search_text_reduced)
  where search_text <> search_letters(search_text);
update wf_definition set search_text = search_letters(search_text) where search_text <> search_letters(search_text);
update conversations set search_text = search_letters(search_text) where search_text <> search_letters(search_text);
