-- Returns a new TypeID (specification: jetify typeid 0.3): the prefix, "_", and a UUIDv7 (RFC 9562)
-- as 26 characters of Crockford's base 32.
create or replace function new_id(p_prefix text) returns text language plpgsql volatile as $$
declare
  alphabet constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  random_hex constant text := replace(gen_random_uuid()::text, '-', '');
  milliseconds constant bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  bits bit varying(130);
  encoded text := '';
begin
  bits := b'00' || ('x' || lpad(to_hex(milliseconds), 12, '0') || '7' || substr(random_hex,
    14))::bit(128);
  for index in 0..25 loop
    encoded := encoded || substr(alphabet,
      substring(bits from index * 5 + 1 for 5)::bit(5)::integer + 1, 1);
  end loop;
  return p_prefix || '_' || encoded;
end $$;
