-- Functions and extensions that indexes of the database use. They are created before the numbered
-- migrations, which create these indexes. After a change of a function's results, a new numbered
-- migration must build the indexes again.

-- pg_trgm indexes groups of three letters, so that a search can find an operator by any part of its
-- name.
create extension if not exists pg_trgm;

-- Returns each pair of neighboring characters of a text once. The function declares a high cost, so
-- that Postgres uses the database index and does not compute the pairs for every row.
create or replace function letter_pairs(p_text text)
returns text[] language sql immutable strict parallel safe cost 5000 as $$
  select coalesce(array_agg(distinct substr(p_text, start, 2)), array[]::text[])
    from generate_series(1, length(p_text) - 1) start
$$;
