-- The capital İ is searched as a plain i: its small letter had a dot of its own, which nobody types.
update task_search set text = replace(text, e'i\u0307', 'i') where text like e'%i\u0307%';
update properties set search_text = replace(search_text, e'i\u0307', 'i'),
  search_text_reduced = replace(search_text_reduced, e'i\u0307', 'i') where search_text like e'%i\u0307%';
update contacts set search_text = replace(search_text, e'i\u0307', 'i') where search_text like e'%i\u0307%';
update reservations set search_text = replace(search_text, e'i\u0307', 'i') where search_text like e'%i\u0307%';
update conversations set search_text = replace(search_text, e'i\u0307', 'i') where search_text like e'%i\u0307%';
update messages set search_text = replace(search_text, e'i\u0307', 'i') where search_text like e'%i\u0307%';
