-- Each table in a transaction of its own, once the triggers are there: only rows that change are locked, for as long as
-- their table takes.
update messages set search_text = search_letters(search_text) where search_text <> search_letters(search_text);
