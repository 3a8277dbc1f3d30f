-- Functions on which indexes are built. They are applied before the numbered migrations, because those create the indexes. A change of
-- what such a function returns needs a numbered migration that builds its indexes again.

-- Returns every pair of neighbouring characters of a text, each pair once. The high cost makes the planner look the pairs up in the index
-- instead of computing them for every row.
create or replace function letter_pairs(p_text text) returns text[] language sql immutable strict parallel safe cost 5000 as $$
  select coalesce(array_agg(distinct substr(p_text, start, 2)), array[]::text[])
    from generate_series(1, length(p_text) - 1) start
$$;
