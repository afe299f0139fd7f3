-- How each Tdoc from $1 to $2 came, and how it ended, in its chain.
with told as materialized (
  select of_one.lines, pg_temp.chained(of_one.contents) as hashes, tdoc.id as tdoc_id
  from tdoc
  cross join lateral (
    select array_agg(line order by n) as lines, array_agg(history_content('tdoc_history', to_jsonb(line)) order by n) as contents
    from (
      select n, jsonb_populate_record(null::tdoc_history, jsonb_build_object('id', nextval('tdoc_history_id_seq'), 'tdoc_id', tdoc.id,
        'at', told.at, 'actor_id', told.actor_id, 'action', told.action, 'changes', '[]'::jsonb)) as line
      from (values
        (1, tdoc.tdoc_received_date, tdoc.created_by_id, 'create', true),
        (2, tdoc.completed_date, tdoc.completed_by_id, 'complete', tdoc.completed_date is not null)
      ) as told (n, at, actor_id, action, is_so)
      where told.is_so
      offset 0
    ) as line_of
  ) as of_one
  where tdoc.ctid >= $1::tid and tdoc.ctid < $2::tid
),
heads as (
  insert into history_head (history, object_id, length, hash)
  select 'tdoc_history', tdoc_id, cardinality(hashes), hashes[cardinality(hashes)] from told
)
insert into tdoc_history (id, tdoc_id, at, actor_id, action, changes, position, hash)
overriding system value
select (told.lines[place]).id, told.tdoc_id, (told.lines[place]).at, (told.lines[place]).actor_id, (told.lines[place]).action,
  '[]', place, told.hashes[place]
from told cross join lateral generate_series(1, cardinality(told.lines)) as place
