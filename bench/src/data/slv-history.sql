-- What was told on the way: about five lines for a decided SLV, one for a draft.
insert into slv_history (slv_id, at, actor_id, action, from_status, to_status, resubmit_count, comment, changes)
select slv.id, told.at, told.actor_id, told.action, told.from_status, told.to_status, slv.resubmit_count, told.comment,
  case when told.action = 'save' then jsonb_build_array(jsonb_build_object('field', 'ltv', 'before', slv.ltv + 1, 'after', slv.ltv))
    else '[]' end
from slv
cross join lateral (values
  (1, slv.created_at, slv.created_by_id, 'open-draft', null, 'DRAFT', null, true),
  (2, slv.date, slv.seller_id, 'send-request', 'DRAFT', 'PENDING', null, slv.date is not null),
  (3, slv.date + interval '20 minutes', slv.underwriter_id, 'start-review-process', 'PENDING', 'REVIEW', null,
    slv.date is not null and slv.status <> 'PENDING'),
  (4, slv.date + interval '50 minutes', slv.underwriter_id, 'save', 'REVIEW', 'REVIEW', null,
    slv.status in ('APPROVED', 'DECLINED', 'NOT_NEEDED')),
  (5, slv.updated_at, coalesce(slv.underwriter_manager_id, slv.underwriter_id), 'set-slr-pending', 'REVIEW', 'SLR_PENDING',
    'Please look at the reserves', slv.slr_days is not null),
  (6, slv.updated_at, slv.underwriter_id, 'make-final-decision', 'REVIEW', slv.status, null,
    slv.status in ('APPROVED', 'DECLINED', 'NOT_NEEDED'))
) as told (n, at, actor_id, action, from_status, to_status, comment, is_so)
where told.is_so
