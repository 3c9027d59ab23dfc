-- Letters with marks are searched as one sign, however they were written.
update task_search set text = normalize(text) where text ~ e'[\u0300-\u036f\u3099\u309a\u1161-\u11ff]';
update properties set search_text = normalize(search_text), search_text_reduced = normalize(search_text_reduced)
  where search_text ~ e'[\u0300-\u036f\u3099\u309a\u1161-\u11ff]';
update contacts set search_text = normalize(search_text) where search_text ~ e'[\u0300-\u036f\u3099\u309a\u1161-\u11ff]';
update reservations set search_text = normalize(search_text) where search_text ~ e'[\u0300-\u036f\u3099\u309a\u1161-\u11ff]';
update conversations set search_text = normalize(search_text) where search_text ~ e'[\u0300-\u036f\u3099\u309a\u1161-\u11ff]';
update messages set search_text = normalize(search_text) where search_text ~ e'[\u0300-\u036f\u3099\u309a\u1161-\u11ff]';
update wf_definition set search_text = normalize(search_text) where search_text ~ e'[\u0300-\u036f\u3099\u309a\u1161-\u11ff]';
