-- Search by parts of names. pg_trgm serves patterns of three letters and more; pairs of letters serve those of two.
create extension if not exists pg_trgm;
--> statement-breakpoint
-- Every two neighbouring characters of a text, each once.
create function letter_pairs(p_text text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(p_text, place, 2)), array[]::text[]) from generate_series(1, length(p_text) - 1) place
$$;
