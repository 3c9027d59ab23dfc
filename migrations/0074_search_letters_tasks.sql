update task_search set text = search_letters(text) where text <> search_letters(text);
