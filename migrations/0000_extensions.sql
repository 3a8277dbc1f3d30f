-- Postgres extension pg_trgm: it indexes groups of three letters, so that a search finds an operator by any part of the
-- operator's name.
create extension if not exists pg_trgm;
