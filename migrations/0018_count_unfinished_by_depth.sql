DROP FUNCTION IF EXISTS count_unfinished_bulk(text);
