-- As many review categories as each Tdoc counts.
insert into review_category (tdoc_id, type, status, completed_date, completed_by_id)
select tdoc.id, (array['TPR', 'COLLATERAL', 'INTERNAL_COMPLIANCE', 'GENERAL_INTERNAL'])[n],
  case when n <= categories_completed then 'COMPLETED' else 'REVIEW_REQUIRED' end,
  case when n <= categories_completed then coalesce(completed_date, tdoc_received_date) end,
  case when n <= categories_completed then coalesce(completed_by_id, (select id from app_user where email = 'underwriter.1@buyer.example')) end
from tdoc cross join generate_series(1, categories_total) as n
where tdoc.ctid >= $1::tid and tdoc.ctid < $2::tid
