update conversations set search_text = search_letters(search_text) where search_text <> search_letters(search_text);
