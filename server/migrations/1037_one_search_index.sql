-- statement by statement
-- Searches read search_form since 1024, so the indexes of search_text only cost writes: a tenth of the log of a status change.
-- Until the last node of the previous release is replaced, its searches read the whole table.

drop index concurrently if exists slv_search;
drop index concurrently if exists tdoc_search;
