-- Entities are found by parts of their names: pg_trgm serves patterns of three letters and more.
create extension if not exists pg_trgm;
