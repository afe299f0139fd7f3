-- Each line of history carries the hash of the line before it and of itself: an altered, added or deleted line shows
-- (npm run verify-history). The chain of each SLV, of each person and of the SLA is made here; the application cannot choose it.

create table history_head (
  history text not null,
  object_id uuid not null,
  length integer not null check (length > 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (object_id, history)
) with (fillfactor = 70);
comment on table history_head is 'Where each chain ends, so that a cut end shows. Written by chain_history alone; its row is the lock under which a chain grows.';
comment on column history_head.history is 'The table that holds the chain';
comment on column history_head.object_id is 'The SLV or the person; zeros for the SLA, which has one chain';
comment on column history_head.length is 'How many lines it has';
comment on column history_head.hash is 'Of its last line';
revoke all on history_head from public;
revoke all on history_head from portal_app, portal_tenant;
grant select on history_head to portal_app;

create function history_content(history text, line jsonb) returns text language sql stable as $$
  select history || ' ' || jsonb_strip_nulls(line - array['position', 'hash', 'changes'])::text || ' ' || (line -> 'changes')::text
$$;
comment on function history_content(text, jsonb) is 'What is hashed of a line, in UTC: its table, its columns but for the chain''s and the empty ones, its changes. A column that comes later is empty in older lines, so their hashes stay.';

create function chain_hash(before bytea, content text) returns bytea language sql immutable as $$
  select sha256(before || convert_to(content, 'UTF8'))
$$;
comment on function chain_hash(bytea, text) is 'The hash of a line: of the hash before it and its content';

create function chain_history() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
declare
  line jsonb := to_jsonb(new);
  object uuid := case tg_nargs when 0 then '00000000-0000-0000-0000-000000000000' else (line ->> tg_argv[0])::uuid end;
  content bytea := convert_to(history_content(tg_table_name, line), 'UTF8');
begin
  -- Whoever comes second waits for this row, and goes on from what the first left in it.
  update history_head head set length = head.length + 1, hash = sha256(head.hash || content)
    where head.object_id = object and head.history = tg_table_name
    returning head.length, head.hash into new.position, new.hash;
  if not found then
    insert into history_head as head (history, object_id, length, hash) values (tg_table_name, object, 1, sha256(content))
      on conflict on constraint history_head_pkey do update set length = head.length + 1, hash = sha256(head.hash || content)
      returning head.length, head.hash into new.position, new.hash;
  end if;
  return new;
end $$;
comment on function chain_history() is 'Gives a new line its place and hash in the chain of its object, which the argument names; whatever was sent for them is overwritten';

-- What stands there already, in the order of writing.
create aggregate pg_temp.chained(text) (sfunc = chain_hash, stype = bytea, initcond = '');
set local timezone = 'UTC';
do $$
declare
  history text;
  object text;
begin
  for history, object in
    values ('slv_history', 'slv_id'), ('user_history', 'user_id'), ('sla_history', '''00000000-0000-0000-0000-000000000000''::uuid')
  loop
    execute format($sql$
      alter table %1$I add column position integer not null default 0, add column hash bytea not null default '';
      alter table %1$I disable trigger user;
      update %1$I line set position = linked.position, hash = linked.hash
        from (
          select id, row_number() over chain as position, pg_temp.chained(history_content(%1$L, to_jsonb(told))) over chain as hash
          from %1$I told window chain as (partition by %2$s order by id)
        ) linked
        where linked.id = line.id;
      insert into history_head (history, object_id, length, hash)
        select distinct on (%2$s) %1$L, %2$s, position, hash from %1$I order by %2$s, position desc;
      alter table %1$I enable trigger user;
      alter table %1$I add constraint has_a_place check (position > 0), add constraint has_a_hash check (octet_length(hash) = 32);
      comment on column %1$I.position is 'Its place in the chain of what it is about, from 1; given by chain_history';
      comment on column %1$I.hash is 'SHA-256 of the hash before it and of its content; given by chain_history';
      create trigger %1$s_is_never_emptied before truncate on %1$I execute function refuse_change()
    $sql$, history, object);
  end loop;
end $$;
drop aggregate pg_temp.chained(text);

create trigger slv_history_is_chained before insert on slv_history for each row execute function chain_history('slv_id');
create trigger user_history_is_chained before insert on user_history for each row execute function chain_history('user_id');
create trigger sla_history_is_chained before insert on sla_history for each row execute function chain_history();
