-- For the name "acme foods", entity_tails contains "acme foods" and "foods". So an index finds a
-- name by the start of any of its words, and a search is as fast with 200,000 entities as with
-- 1,000.

-- Rank 0 is the strongest basis. An analysis of the playground stores no basis, which counts as
-- `stated`.
-- The index attributions_basis_idx uses the same expression, and Postgres replaces a call of this
-- function by the expression. So queries with this function can use the index.
create or replace function basis_rank(p_basis text) returns integer
language sql immutable parallel safe as $$
  select case p_basis when 'verified' then 0 when 'corroborated' then 1 else 2 end
$$;

-- Returns a name and its ends that begin with a later word: "acme foods" and "foods" for "acme
-- foods".
create or replace function name_tails(p_name text) returns setof text
language sql immutable strict parallel safe as $$
  select distinct array_to_string(words[position:], ' ')
    from (select string_to_array(p_name, ' ') as words) split, generate_subscripts(words, 1)
      as position
$$;

-- Updates the rows of entity_tails after a change of an entity's names. One statement both deletes
-- and inserts: between two statements, another transaction could add an alias, and the second
-- statement would delete the rows of this alias.
create or replace function index_entity_names(p_entity text) returns void language plpgsql as $$
begin
  with wanted as materialized (
    select distinct tail
      from (
        select normalized_name from entities where id = p_entity
        union all
        select normalized_name from entity_aliases where entity_id = p_entity
      ) names, name_tails(names.normalized_name) as tail
  ), surplus as (
    delete from entity_tails
      where entity_id = p_entity and not exists (select 1 from wanted
        where wanted.tail = entity_tails.tail)
  )
  insert into entity_tails (entity_id, tail)
    select p_entity, tail from wanted
      where not exists (select 1 from entity_tails known where known.entity_id = p_entity
        and known.tail = wanted.tail)
      order by tail
    on conflict do nothing;
end $$;

-- Moves the analyses, domains and aliases of p_from to p_into, makes the name of p_from an alias of
-- p_into, and deletes p_from.
create or replace function merge_entity(p_from text, p_into text) returns void language plpgsql
  as $$
begin
  update domain_runs set entity_id = p_into where entity_id = p_from;
  update attributions set entity_id = p_into where entity_id = p_from;
  insert into entity_aliases (normalized_name, entity_id, name)
    select normalized_name, p_into, name from entities where id = p_from
    union all
    select normalized_name, p_into, name from entity_aliases where entity_id = p_from
    on conflict do nothing;
  delete from entity_aliases where entity_id = p_from;
  delete from entities where id = p_from;
  perform index_entity_names(p_into);
end $$;

-- Adds names from the answer for p_domain; store_attribution decides if the answer may give names.
-- If another entity has one of these names, it is merged into p_entity, but only if it never had a
-- domain other than p_domain.
create or replace function add_entity_names(p_entity text, p_domain text, p_aliases jsonb)
  returns void
language plpgsql as $$
declare
  v_other text;
begin
  for v_other in
    select e.id from entities e
      where e.normalized_name in (select normalized from jsonb_to_recordset(p_aliases)
        as alias(normalized text))
        and e.id <> p_entity
        and not exists (select 1 from attributions t where t.entity_id = e.id
          and t.domain <> p_domain)
        and not exists (select 1 from domain_runs r where r.entity_id = e.id
          and r.domain <> p_domain)
        and exists (select 1 from domain_runs r where r.entity_id = e.id)
      order by e.id for update
  loop
    perform merge_entity(v_other, p_entity);
  end loop;
  insert into entity_aliases (normalized_name, entity_id, name)
    select alias.normalized, p_entity, alias.name
      from jsonb_to_recordset(p_aliases) as alias(normalized text, name text)
      where not exists (select 1 from entities where normalized_name = alias.normalized)
      order by 1
    on conflict do nothing;
  if found then
    perform index_entity_names(p_entity);
  end if;
end $$;

-- Stores the operator of a domain and returns the entity's id. A site can claim any operator, alias
-- and parent. So:
-- - A parent is stored for this domain only.
-- - An answer with the basis `stated` gives its entity no names.
-- - A `corroborated` answer gives names only if no other domain of the entity has a stronger
-- answer, because the holder of another domain can copy a company's number.
-- - If the name is an alias of the domain's present entity, this entity is kept. Another site may
-- have created an entity with that name.
-- - Anybody can start an analysis with less evidence, such as a quick one. For the same operator
-- and registration, only a complete analysis (is_complete) replaces a basis by a weaker one.
-- - Anybody can start a passive analysis (is_passive), which lacks the names on the site. For the
-- same registration, it never replaces a stronger basis, whichever operator it names.
create or replace function store_attribution(
  p_entity jsonb, p_domain text, p_confidence real, p_at timestamptz
) returns text language plpgsql as $$
declare
  p record;
  v_id text;
begin
  select * into p from jsonb_to_record(p_entity) as fields(
    name text, normalized text, parent text, aliases jsonb, basis text, registered_at timestamptz,
    is_complete boolean, is_passive boolean);
  select coalesce(
    (select s.entity_id from entity_aliases s join attributions t on t.entity_id = s.entity_id
      and t.domain = p_domain
      where s.normalized_name = p.normalized),
    (select id from entities where normalized_name = p.normalized)
  ) into v_id;
  if v_id is null then
    insert into entities (id, name, normalized_name) values (new_id('ent'), p.name, p.normalized)
      on conflict (normalized_name) do update set normalized_name = excluded.normalized_name
      returning id into v_id;
    perform index_entity_names(v_id);
  end if;
  if p.basis = 'verified' or (p.basis = 'corroborated' and not exists (
    select 1 from attributions
      where entity_id = v_id and domain <> p_domain
        and (basis = 'verified' or (basis = 'corroborated' and confidence >= p_confidence))
  )) then
    update entities set name = p.name
      where id = v_id and normalized_name = p.normalized and name <> p.name;
    perform add_entity_names(v_id, p_domain, p.aliases);
  end if;
  insert into attributions as a
    (domain, entity_id, confidence, basis, registered_at, parent, last_analyzed_at)
    values (p_domain, v_id, p_confidence, p.basis, p.registered_at, p.parent, p_at)
    on conflict (domain) do update set
        entity_id = excluded.entity_id, confidence = excluded.confidence,
        basis = case
          when a.entity_id = excluded.entity_id and p.is_complete is not true
            and basis_rank(a.basis) < basis_rank(excluded.basis)
            and coalesce(excluded.registered_at <= a.registered_at + interval '1 day', true)
            then a.basis
          else excluded.basis end,
        registered_at = coalesce(excluded.registered_at, a.registered_at), parent = excluded.parent,
        last_analyzed_at = excluded.last_analyzed_at
      where a.last_analyzed_at <= excluded.last_analyzed_at
        and not (coalesce(p.is_passive, false)
          and basis_rank(a.basis) < basis_rank(excluded.basis)
          and coalesce(excluded.registered_at <= a.registered_at + interval '1 day', true));
  return v_id;
end $$;

-- Returns the most similar names first. Entities that share a word with the searched name are
-- compared first. If none of them is similar, all entities are compared.
create or replace function similar_entities(p_query text, p_limit integer, p_offset integer)
returns table (entity_id text, name text, match text)
language plpgsql stable set pg_trgm.similarity_threshold = 0.6 as $$
begin
  return query execute 'select e.id, e.name, ''fuzzy'' from (
        select distinct t.entity_id from unnest(string_to_array($1, '' '')) word, lateral (
            select entity_tails.entity_id from entity_tails
              where tail ~>=~ word and tail ~<~ (word || ''!'') order by tail using ~<~ limit 300
          ) t
          where length(word) > 2
      ) c join entities e on e.id = c.entity_id
      where similarity(e.normalized_name, $1) >= 0.4
      order by similarity(e.normalized_name, $1) desc, e.normalized_name using ~<~
        limit $2 offset $3'
    using p_query, p_limit, p_offset;
  if found or p_offset > 0 then
    return;
  end if;
  -- A query of one word gets a lower threshold. Few names are that similar to one word, so the
  -- query is still fast.
  perform set_config('pg_trgm.similarity_threshold', case when p_query like '% %' then '0.6'
    else '0.4' end, true);
  return query execute 'select id, name, ''fuzzy'' from entities where normalized_name % $1
    order by similarity(normalized_name, $1) desc, normalized_name using ~<~ limit $2'
      using p_query, p_limit;
end $$;

-- Returns the best matches first: equal names, then prefixes, then substrings, then similar names.
-- A kind of match is searched only if the kinds before it gave too few results.
-- The SQL is dynamic, so that Postgres plans each query for its text. One query returns all rows of
-- a kind: a loop over rows took quadratic time for large offsets.
create or replace function search_entities(p_query text, p_limit integer, p_offset integer)
returns table (entity_id text, name text, match text) language plpgsql stable as $$
declare
  v_pattern constant text := replace(replace(replace(p_query, '\', '\\'), '%', '\%'), '_', '\_');
  v_reach constant integer := p_offset + p_limit;
  v_inside constant text := case
    when length(p_query) > 2
      then '(select * from %1$s where normalized_name like ''%%'' || $2 || ''%%''
        order by normalized_name using ~<~ limit 2 * $3) s'
    else '(select * from %1$s where letter_pairs(normalized_name) @> array[$1]
        limit greatest(300, 2 * $3)) s'
  end;
  v_kinds constant text[] := array['exact', 'prefix', 'substring', 'substring'];
  v_queries constant text[] := array[
    'select id, name from entities where normalized_name = $1
      union all
      select e.id, e.name from entity_aliases s join entities e on e.id = s.entity_id
        where s.normalized_name = $1',
    '(select id, name from entities
        where normalized_name like $2 || ''%'' order by normalized_name using ~<~ limit $3)
      union all
      (select e.id, e.name from entity_aliases s join entities e on e.id = s.entity_id
        where s.normalized_name like $2 || ''%'' order by s.normalized_name using ~<~ limit $3)',
    'select e.id, e.name from entity_tails t join entities e on e.id = t.entity_id
      where t.tail like $2 || ''%'' and e.normalized_name not like $2 || ''%''
      order by t.tail using ~<~, t.entity_id limit 2 * $3',
    '(select s.id, s.name from ' || format(v_inside, 'entities')
      || ' order by s.normalized_name using ~<~)
      union all
      (select e.id, e.name from ' || format(v_inside, 'entity_aliases')
      || ' join entities e on e.id = s.entity_id order by s.normalized_name using ~<~)'
  ];
  v_seen text[] := array[]::text[];
  v_ids text[];
  v_names text[];
  v_skip integer;
begin
  for v_kind in 1 .. cardinality(v_queries) loop
    exit when v_kind = 4 and (length(p_query) < 2
      or (p_query like '% %' and cardinality(v_seen) > 0));
    execute 'select array_agg(id order by place), array_agg(name order by place) from (
        select id, min(name) as name, min(place) as place
          from (select id, name, row_number() over () as place from (' || v_queries[v_kind]
            || ') found) numbered
          where not exists (select 1 from unnest($4) as seen where seen = numbered.id)
          group by id order by place limit $5
      ) new'
      into v_ids, v_names using p_query, v_pattern, v_reach, v_seen, v_reach - cardinality(v_seen);
    v_skip := greatest(0, p_offset - cardinality(v_seen));
    return query select added.id, added.name, v_kinds[v_kind]
      from unnest(v_ids, v_names) with ordinality added(id, name, place)
      where added.place > v_skip order by added.place;
    v_seen := v_seen || v_ids;
    exit when cardinality(v_seen) >= v_reach;
  end loop;
  if cardinality(v_seen) = 0 and length(p_query) >= 4 then
    return query select * from similar_entities(p_query, p_limit, p_offset);
  end if;
end $$;
