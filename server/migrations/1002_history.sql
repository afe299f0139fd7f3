-- baseline: the schema of release 043cc79f
-- Append-only tables, and hash chains that show an altered, added or deleted entry (npm run
-- verify-history). chain_history makes the chain of each SLV, Tdoc and person, and of each
-- history that has one chain; the application can't choose its values.

create table history_head (
  history text not null,
  object_id uuid not null,
  length integer not null check (length > 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (object_id, history)
) with (fillfactor = 70);
comment on table history_head is
  'The end of each hash chain, so that removed entries are noticed. Written only by chain_history, '
  'which locks this row while it appends.';
comment on column history_head.history is 'The table of the chain';
comment on column history_head.object_id is
  'The SLV, the person or the Tdoc; zeros for histories that have one chain';
comment on column history_head.length is 'How many entries it has';
comment on column history_head.hash is 'The hash of its last entry';

revoke all on history_head from portal_app;
grant select on history_head to portal_app;

create function history_content(history text, line jsonb) returns text language sql stable as $$
  select history || ' ' || jsonb_strip_nulls(line - array['position', 'hash', 'changes'])::text
    || ' ' || (line -> 'changes')::text
$$;
comment on function history_content(text, jsonb) is
  'The hashed content of an entry, in UTC: its table, its columns without nulls and the chain''s, '
  'its changes. A later column is null in older entries, so their hashes stay';

create function chain_hash(before bytea, content text) returns bytea language sql immutable as $$
  select sha256(before || convert_to(content, 'UTF8'))
$$;
comment on function chain_hash(bytea, text) is
  'The hash of an entry: of the hash before it and its content';

create function chain_history() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
declare
  line jsonb := to_jsonb(new);
  object uuid := case tg_nargs
    when 0 then '00000000-0000-0000-0000-000000000000'
    else (line ->> tg_argv[0])::uuid end;
  content bytea := convert_to(history_content(tg_table_name, line), 'UTF8');
begin
  -- A second writer waits for this row, and continues from what the first wrote.
  update history_head head set length = head.length + 1, hash = sha256(head.hash || content)
    where head.object_id = object and head.history = tg_table_name
    returning head.length, head.hash into new.position, new.hash;
  if not found then
    insert into history_head as head (history, object_id, length, hash)
      values (tg_table_name, object, 1, sha256(content))
      on conflict on constraint history_head_pkey
        do update set length = head.length + 1, hash = sha256(head.hash || content)
      returning head.length, head.hash into new.position, new.hash;
  end if;
  return new;
end $$;
comment on function chain_history() is
  'Gives a new entry its position and hash in the chain of its object, which the argument names, '
  'whatever was sent for them';

-- For triggers of append-only tables.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
comment on function refuse_change() is 'Makes a table append-only';

-- For histories with personal values. An erasure (1018_data_keeping.sql) records in
-- retention_history what is left of an entry.
create function refuse_unrecorded_change() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
begin
  if tg_op = 'UPDATE' and new.hash = old.hash and new.position = old.position and exists (
    select from retention_history, jsonb_array_elements(changes) line
      where history = tg_table_name
        and object_id = (to_jsonb(old) ->> tg_argv[0])::uuid
        and line ->> 'line' = old.id::text
        and line ->> 'left'
          = encode(sha256(convert_to(history_content(tg_table_name, to_jsonb(new)), 'UTF8')), 'hex')
  ) then return new; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
comment on function refuse_unrecorded_change() is
  'Makes a history append-only, except that an entry may change to what an erasure has recorded, '
  'keeping its hash and position';
