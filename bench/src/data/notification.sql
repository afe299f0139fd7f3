-- What was told in the last 90 days of the SLVs from $1 to $2; older ones are swept. $3 now. What is two days old was seen.
insert into notification (user_id, actor_id, type, action, title, description, entity_id, status, created_at)
select told.user_id, told.actor_id, 'PROXY_LOAN', told.action, told.title, slv.buyer_loan || ' · ' || slv.borrower_last_name, slv.id,
  case when told.at > $3::timestamptz - interval '2 days' then 'UNCHECKED' else 'CHECKED' end, told.at
from slv cross join lateral (values
  (slv.underwriter_id, slv.seller_id, 'PENDING', 'New request to review', slv.date, true),
  (slv.underwriter_id, slv.seller_id, 'DOCUMENTS_SUBMITTED', 'Documents sent', slv.updated_at, slv.credit_score % 3 = 0),
  (slv.seller_id, slv.underwriter_id, slv.status, case slv.status when 'APPROVED' then 'Request approved'
    when 'DECLINED' then 'Request denied' else 'Variance not needed' end, slv.updated_at,
    slv.status in ('APPROVED', 'DECLINED', 'NOT_NEEDED'))
) as told (user_id, actor_id, action, title, at, is_so)
where slv.ctid >= $1::tid and slv.ctid < $2::tid and slv.date is not null and told.is_so and told.at > $3::timestamptz - interval '90 days'
