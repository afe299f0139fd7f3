-- What was told on the way of the SLVs from $1 to $2: five to nine lines for a decided one, one for a draft. All lines of
-- one SLV are made at once, so that each has the hash of the one before it, as the trigger would have made it.
with told as materialized (
  select slv.id as slv_id, of_one.lines, pg_temp.chained(of_one.contents) as hashes
  from slv
  cross join lateral (select slv.status in ('APPROVED', 'DECLINED', 'NOT_NEEDED') as is_decided) as stage
  cross join lateral (
    select array_agg(line order by n) as lines, array_agg(history_content('slv_history', to_jsonb(line)) order by n) as contents
    from (
      select n, row(nextval('slv_history_id_seq'), slv.id, told.at, told.actor_id, told.action, told.from_status, told.to_status,
        slv.resubmit_count, told.comment,
        case when told.action = 'save' then jsonb_build_array(jsonb_build_object('field', 'ltv', 'before', slv.ltv + 1, 'after', slv.ltv))
          else '[]' end, null, null)::slv_history as line
      from (values
        (1, slv.created_at, slv.created_by_id, 'open-draft', null, 'DRAFT', null, true),
        (2, slv.date, slv.seller_id, 'send-request', 'DRAFT', 'PENDING', null, slv.date is not null),
        (3, slv.date + interval '20 minutes', slv.underwriter_id, 'start-review-process', 'PENDING', 'REVIEW', null,
          slv.date is not null and slv.status <> 'PENDING'),
        (4, slv.date + interval '50 minutes', slv.underwriter_id, 'save', 'REVIEW', 'REVIEW', null, stage.is_decided),
        (5, slv.date + interval '60 minutes', slv.underwriter_id, 'set-slr-pending', 'REVIEW', 'SLR_PENDING',
          'Please look at the reserves', stage.is_decided and slv.credit_score % 4 = 0),
        (6, slv.updated_at, slv.underwriter_id, 'set-slr-completed', 'SLR_REVIEW', 'SLR_COMPLETED', 'The reserves carry it',
          stage.is_decided and slv.credit_score % 4 = 0),
        (7, slv.date + interval '70 minutes', slv.underwriter_id, 'set-td-pending', 'REVIEW', 'TD_PENDING', null,
          stage.is_decided and slv.credit_score % 8 = 1),
        (8, slv.updated_at, slv.underwriter_id, 'set-td-completed', 'TD_REVIEW', 'TD_COMPLETED', null,
          stage.is_decided and slv.credit_score % 8 = 1),
        (9, slv.updated_at, coalesce(slv.underwriter_manager_id, slv.underwriter_id), 'set-slr-pending', 'REVIEW', 'SLR_PENDING',
          'Please look at the reserves', slv.slr_days is not null),
        (10, slv.updated_at, slv.seller_id, 'set-withdraw-pending', 'REVIEW', 'WITHDRAW_PENDING', 'The borrower went elsewhere',
          slv.status in ('WITHDRAWN_APPROVED', 'WITHDRAW_PENDING')),
        (11, slv.updated_at, slv.underwriter_id, 'set-withdraw-approved', 'WITHDRAW_PENDING', 'WITHDRAWN_APPROVED', null,
          slv.status = 'WITHDRAWN_APPROVED'),
        (12, slv.updated_at, slv.underwriter_id, 'make-final-decision', 'REVIEW', slv.status, null, stage.is_decided)
      ) as told (n, at, actor_id, action, from_status, to_status, comment, is_so)
      where told.is_so
      offset 0
    ) as line_of
  ) as of_one
  where slv.ctid >= $1::tid and slv.ctid < $2::tid
),
heads as (
  insert into history_head (history, object_id, length, hash)
  select 'slv_history', slv_id, cardinality(hashes), hashes[cardinality(hashes)] from told
)
insert into slv_history (id, slv_id, at, actor_id, action, from_status, to_status, resubmit_count, comment, changes, position, hash)
overriding system value
select line.id, line.slv_id, line.at, line.actor_id, line.action, line.from_status, line.to_status, line.resubmit_count,
  line.comment, line.changes, line.place, line.link
from told
cross join lateral unnest(told.lines, told.hashes) with ordinality as line (id, slv_id, at, actor_id, action, from_status,
  to_status, resubmit_count, comment, changes, no_position, no_hash, link, place)
