-- Search that costs the same for many entities as for few: what begins a word is read in order from its own table.

-- A normalised name from each of its words on.
create or replace function name_tails(p_name text) returns setof text language sql immutable strict parallel safe as $$
  select distinct array_to_string(words[place:], ' ') from (select string_to_array(p_name, ' ') as words) w, generate_subscripts(words, 1) place
$$;

create or replace function add_entity_tails() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'entities' then
    insert into entity_tails (entity_id, tail) select a.id, tail from added a, name_tails(a.normalized_name) tail on conflict do nothing;
  else
    insert into entity_tails (entity_id, tail) select a.entity_id, tail from added a, name_tails(a.normalized_name) tail on conflict do nothing;
  end if;
  return null;
end $$;

-- A spelling that left an entity takes those tails with it that no other name of the entity has.
create or replace function remove_alias_tails() returns trigger language plpgsql as $$
begin
  delete from entity_tails t using removed r
    where t.entity_id = r.entity_id and t.tail in (select name_tails(r.normalized_name))
      and not exists (select 1 from entities e, name_tails(e.normalized_name) tail where e.id = t.entity_id and tail = t.tail)
      and not exists (select 1 from entity_aliases s, name_tails(s.normalized_name) tail where s.entity_id = t.entity_id and tail = t.tail);
  return null;
end $$;

create or replace trigger entities_add_tails after insert on entities referencing new table as added for each statement execute function add_entity_tails();

create or replace trigger entity_aliases_add_tails after insert on entity_aliases referencing new table as added for each statement execute function add_entity_tails();

create or replace trigger entity_aliases_move_tails after update on entity_aliases referencing new table as added for each statement execute function add_entity_tails();

create or replace trigger entity_aliases_drop_tails after delete on entity_aliases referencing old table as removed for each statement execute function remove_alias_tails();

create or replace trigger entity_aliases_leave_tails after update on entity_aliases referencing old table as removed for each statement execute function remove_alias_tails();

-- Makes an entity a spelling of another: its runs, domains and spellings go over, nothing is forgotten.
create or replace function merge_entity(p_from text, p_into text) returns void language plpgsql as $$
begin
  update domain_runs set entity_id = p_into where entity_id = p_from;
  update attributions set entity_id = p_into where entity_id = p_from;
  update entity_aliases set entity_id = p_into where entity_id = p_from;
  insert into entity_aliases (normalized_name, entity_id, name) select normalized_name, p_into, name from entities where id = p_from
    on conflict (normalized_name) do update set entity_id = excluded.entity_id;
  update entities set parent = coalesce(entities.parent, gone.parent) from entities gone where entities.id = p_into and gone.id = p_from;
  delete from entities where id = p_from;
end $$;

-- Files a name under its entity and ties a domain to it. Returns the entity's id. A site can say any name is another name of its
-- operator, so what it says moves no other domain: a spelling leads to the entity only for a domain that is already the entity's, and an
-- entity is taken in as a mere spelling only where nothing but this domain ever carried it. Its runs follow, each under the name it was given.
create or replace function store_attribution(p_entity jsonb, p_domain text, p_confidence real, p_at timestamptz) returns text language plpgsql as $$
declare
  v_id text;
  v_other text;
begin
  select coalesce(
    (select id from entities where normalized_name = p_entity->>'normalized'),
    (select s.entity_id from entity_aliases s join attributions t on t.entity_id = s.entity_id and t.domain = p_domain
      where s.normalized_name = p_entity->>'normalized')
  ) into v_id;
  if v_id is null then
    delete from entity_aliases where normalized_name = p_entity->>'normalized';
    insert into entities (id, name, normalized_name, parent)
      values (new_id('ent'), p_entity->>'name', p_entity->>'normalized', p_entity->>'parent')
      on conflict (normalized_name) do update set parent = coalesce(excluded.parent, entities.parent)
      returning id into v_id;
  elsif p_entity->>'parent' is not null then
    update entities set parent = p_entity->>'parent' where id = v_id and parent is distinct from p_entity->>'parent';
  end if;
  for v_other in
    select e.id from entities e
      where e.normalized_name in (select alias->>'normalized' from jsonb_array_elements(coalesce(p_entity->'aliases', '[]')) alias)
        and e.id <> v_id
        and not exists (select 1 from attributions t where t.entity_id = e.id and t.domain <> p_domain)
        and not exists (select 1 from domain_runs r where r.entity_id = e.id and r.domain <> p_domain)
        and exists (select 1 from domain_runs r where r.entity_id = e.id)
      order by e.id for update
  loop
    perform merge_entity(v_other, v_id);
  end loop;
  insert into entity_aliases (normalized_name, entity_id, name)
    select alias->>'normalized', v_id, alias->>'name' from jsonb_array_elements(coalesce(p_entity->'aliases', '[]')) alias
      where not exists (select 1 from entities where normalized_name = alias->>'normalized')
      order by 1
    on conflict do nothing;
  insert into attributions (domain, entity_id, confidence, last_analyzed_at) values (p_domain, v_id, p_confidence, p_at)
    on conflict (domain) do update set entity_id = excluded.entity_id, confidence = excluded.confidence, last_analyzed_at = excluded.last_analyzed_at
      where attributions.last_analyzed_at <= excluded.last_analyzed_at;
  return v_id;
end $$;

-- Entities whose names are alike, most alike first: those that have a word of the query, else any.
create or replace function similar_entities(p_query text, p_limit integer, p_offset integer) returns table (entity_id text, name text, match text)
language plpgsql stable set pg_trgm.similarity_threshold = 0.6 as $$
begin
  return query execute 'select e.id, e.name, ''fuzzy'' from (
        select distinct t.entity_id from unnest(string_to_array($1, '' '')) word,
          lateral (select entity_tails.entity_id from entity_tails where tail ~>=~ word and tail ~<~ (word || ''!'') order by tail using ~<~ limit 300) t
          where length(word) > 2
      ) c join entities e on e.id = c.entity_id
      where similarity(e.normalized_name, $1) >= 0.4
      order by similarity(e.normalized_name, $1) desc, e.normalized_name using ~<~ limit $2 offset $3' using p_query, p_limit, p_offset;
  if found or p_offset > 0 then
    return;
  end if;
  -- One word has few neighbours, so the likeness may be less.
  perform set_config('pg_trgm.similarity_threshold', case when p_query like '% %' then '0.6' else '0.4' end, true);
  return query execute 'select id, name, ''fuzzy'' from entities where normalized_name % $1
    order by similarity(normalized_name, $1) desc, normalized_name using ~<~ limit $2' using p_query, p_limit;
end $$;

-- Entities by a normalised name, best first: exact, prefix, substring (at the start of a word before inside one); alike names only where
-- there is none of these. Each kind of match is asked for only when the ones before do not fill the page, and planned for the pattern at
-- hand. A query of several words that was found at the start of a word is not looked for inside words too.
create or replace function search_entities(p_query text, p_limit integer, p_offset integer) returns table (entity_id text, name text, match text)
language plpgsql stable as $$
declare
  v_pattern constant text := replace(replace(replace(p_query, '\', '\\'), '%', '\%'), '_', '\_');
  v_reach constant integer := p_offset + p_limit;
  v_inside constant text := case when length(p_query) > 2
    then '(select * from %1$s where normalized_name like ''%%'' || $2 || ''%%'' order by normalized_name using ~<~ limit 2 * $3) s'
    else '(select * from %1$s where letter_pairs(normalized_name) @> array[$1] limit greatest(300, 2 * $3)) s' end;
  v_tiers text[] := array[
    'select id, name, ''exact'' as kind from entities where normalized_name = $1
      union all select e.id, e.name, ''exact'' from entity_aliases s join entities e on e.id = s.entity_id where s.normalized_name = $1',
    '(select id, name, ''prefix'' as kind from entities where normalized_name like $2 || ''%'' order by normalized_name using ~<~ limit $3)
      union all
      (select e.id, e.name, ''prefix'' from entity_aliases s join entities e on e.id = s.entity_id
        where s.normalized_name like $2 || ''%'' order by s.normalized_name using ~<~ limit $3)',
    'select e.id, e.name, ''substring'' as kind from entity_tails t join entities e on e.id = t.entity_id
      where t.tail like $2 || ''%'' and e.normalized_name not like $2 || ''%'' order by t.tail using ~<~, t.entity_id limit 2 * $3',
    '(select s.id, s.name, ''substring'' as kind from ' || format(v_inside, 'entities') || ' order by s.normalized_name using ~<~)
      union all
      (select e.id, e.name, ''substring'' from ' || format(v_inside, 'entity_aliases') || ' join entities e on e.id = s.entity_id order by s.normalized_name using ~<~)'
  ];
  v_seen text[] := array[]::text[];
  r record;
begin
  for v_tier in 1 .. cardinality(v_tiers) loop
    exit when v_tier = 4 and (length(p_query) < 2 or (p_query like '% %' and cardinality(v_seen) > 0));
    for r in execute v_tiers[v_tier] using p_query, v_pattern, v_reach loop
      continue when r.id = any(v_seen);
      v_seen := v_seen || r.id;
      if cardinality(v_seen) > p_offset then
        entity_id := r.id; name := r.name; match := r.kind;
        return next;
      end if;
      exit when cardinality(v_seen) >= v_reach;
    end loop;
    exit when cardinality(v_seen) >= v_reach;
  end loop;
  if cardinality(v_seen) = 0 and length(p_query) >= 4 then
    return query select * from similar_entities(p_query, p_limit, p_offset);
  end if;
end $$;
