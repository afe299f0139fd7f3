-- Rows that belong to SLVs and Tdocs, one statement per table; the statements run in parallel.

-- One to three variances for each SLV.
insert into slv_request (slv_id, position, reason, parameter, operator, guideline_value, actual_value, unit, current_guideline,
  justification, compensating_factors)
select slv.id, ask.n, ask.reason, ask.parameter, ask.operator, ask.guideline, ask.actual, ask.unit,
  'Guide, section ' || ask.n || '.' || (1 + credit_score % 9) || ': ' || ask.reason || ' as the program''s matrix has it',
  'Strong reserves and a clean housing history carry the loan',
  '[{"factor": "Reserves above requirement", "value": "9 months"}, {"factor": "0x30 housing history", "value": "24 months"}]'
from slv
cross join lateral (values
  (1, 'Credit Score', 'CREDIT_SCORE', '>=', credit_score + 5, credit_score, 'points'),
  (2, 'LTV / CLTV', 'LTV', '<=', ltv - 2.5, ltv, '%'),
  (3, 'Reserves', 'RESERVES_MONTHS', '>=', 12, 9, 'months')) as ask (n, reason, parameter, operator, guideline, actual, unit)
where ask.n <= 1 + credit_score % 5 / 2;

-- Clock intervals.
insert into slv_interval (slv_id, resubmit_count, clock, party, opened_at, closed_at)
select slv.id, resubmit_count, clock, party, opened_at, closed_at
from slv
cross join lateral (values
  ('SLV', 'BUYER', date, case when clock_party is distinct from 'BUYER' then updated_at end, true),
  ('SLV', 'SELLER', updated_at, null::timestamptz, clock_party = 'SELLER'),
  ('SLR', 'BUYER', date, case when slr_since is null then updated_at end, slr_days is not null),
  ('TD', 'BUYER', date, case when td_since is null then updated_at end, td_days is not null)
) as stay (clock, party, opened_at, closed_at, is_real)
where date is not null and is_real;

-- Five history entries for a decided SLV, one for a draft. The hashes have the right length but do not form a chain.
insert into slv_history (slv_id, at, actor_id, action, from_status, to_status, resubmit_count, changes, position, hash)
select slv.id, case n when 1 then created_at when 5 then updated_at else date + n * interval '20 minutes' end,
  case when n <= 2 then seller_id else underwriter_id end,
  (array['open-draft', 'send-request', 'start-review-process', 'save', 'make-final-decision'])[n],
  (array[null, 'DRAFT', 'PENDING', 'REVIEW', 'REVIEW'])[n],
  case n when 5 then status else (array['DRAFT', 'PENDING', 'REVIEW', 'REVIEW'])[n] end, resubmit_count,
  case n when 4 then jsonb_build_array(jsonb_build_object('field', 'ltv', 'before', ltv + 1, 'after', ltv)) else '[]' end,
  n, sha256((slv.id::text || n)::bytea)
from slv
cross join generate_series(1, 5) as n
where n <= case when status = 'DRAFT' then 1 when status = 'PENDING' then 2 when decision_date is null then 3 else 5 end;

insert into history_head (history, object_id, length, hash)
select 'slv_history', slv.id, n, sha256((slv.id::text || n)::bytea)
from slv
cross join lateral (select case when status = 'DRAFT' then 1 when status = 'PENDING' then 2 when decision_date is null then 3 else 5 end) as last (n);

-- The notifications of the last 90 days.
insert into notification (user_id, actor_id, type, action, title, description, entity_id, status, created_at)
select underwriter_id, seller_id, 'PROXY_LOAN', 'PENDING', 'New request to review', buyer_loan || ' · ' || borrower_last_name, slv.id,
  case when date > now - interval '2 days' then 'UNCHECKED' else 'CHECKED' end, date
from bench_settings, slv where date > now - interval '90 days'
union all
select seller_id, underwriter_id, 'PROXY_LOAN', slv.status, 'Request decided', buyer_loan || ' · ' || borrower_last_name, slv.id,
  case when updated_at > now - interval '2 days' then 'UNCHECKED' else 'CHECKED' end, updated_at
from bench_settings, slv where decision_date > now - interval '90 days';

insert into tdoc_interval (tdoc_id, party, opened_at, closed_at)
select id, coalesce(clock_party, 'BUYER'), tdoc_received_date, completed_date from tdoc;
