update properties set search_text = search_letters(search_text), search_text_reduced = search_letters(search_text_reduced)
  where search_text <> search_letters(search_text);
