-- Tdocs of two years, 88 % of them complete.
with settings as (select * from bench_settings),
firm as materialized (
  select array(select id from company where kind = 'TPR_VENDOR' order by name) as vendors,
    array(select id from app_user where email like 'underwriter.%' order by email limit 40) as people,
    array(select array[name, corr_id] from company where kind = 'SELLER' order by corr_id) as sellers
),
drawn as materialized (
  select g, random() as stage, random() as kind, random() as typed, random() as answered, random() as of_vendor,
    random() as who, random() as sold, random() as aged, random() as at, random() as days, random() as progress,
    floor(random() * 4)::int as total, names[1 + floor(random() * cardinality(names))::int] as borrower
  from settings, generate_series(1, slvs * 2) as g
),
placed as (
  select drawn.*, now, today, firm.*, people[1 + floor(who * cardinality(people))::int] as person,
    case when stage < .88 then 'COMPLETE' when stage < .96 then 'NEW' else 'REVIEW_PENDING' end as status,
    -- A few vendors have most Tdocs; one in ten has no vendor.
    case when of_vendor < .9 then vendors[1 + floor(power(of_vendor / .9, 2) * cardinality(vendors))::int] end as vendor,
    1 + floor(power(sold, 2) * array_length(sellers, 1))::int as seller,
    case when stage < .88 then 5 + aged * 700 else aged * 9 end as days_ago
  from settings, drawn, firm
),
timed as (
  select placed.*, now - days_ago * interval '1 day' as received, status = 'COMPLETE' as is_complete,
    case when vendor is not null and (status <> 'NEW' or days < .2)
      then (array['RECEIVED', 'RECEIVED', 'RECEIVED', 'NOT_RECEIVED', 'NOT_REVIEWED', 'BY_PASSED'])[1 + floor(answered * 6)::int] end as answer
  from placed
)
insert into tdoc (
  id, status, type, loan_kind, vendor_id, assigned_underwriter_id, review_underwriter_id, progress_tracking, buyer_loan_number,
  image_file_name, seller_name, corr_id, borrower_last_name, product_code, current_ld_status, tdoc_received_date,
  sftp_transmittal_date, tpr_response, tpr_response_date, completed_date, completed_by_id,
  created_by_id, buyer_days, clock_party, clock_since, categories_total, categories_completed)
select
  uuidv7(received - now), status, case when typed < .85 then 'AUTOMATIC' else 'MANUAL' end,
  case when kind < .62 then 'ACTIVE' when kind < .75 then 'TPR' else 'PURCHASED' end,
  vendor, case when who < .93 then person end, case when answered < .6 then person end,
  case when is_complete or progress < .1 then 'DONE' when progress < .5 then 'IN_REVIEW' else 'INTAKE_PENDING' end,
  '7' || lpad((g / 3)::text, 7, '0'),
  'TD_' || lpad(g::text, 8, '0') || (array['_NOTE', '_DEED', '_TITLE', '_Allonge'])[1 + g % 4] || case when g % 5 = 0 then '.tif' else '.pdf' end,
  sellers[seller][1], sellers[seller][2], borrower,
  (array['NQ-BS12-30F', 'NQ-BS24-30F', 'NQ-FD1-30F', 'DSCR-P-30F', 'DSCR-M-30F', 'NWC-30F', 'JP-30F', 'CES-20F'])[1 + g % 8],
  (array['Registered', 'In Underwriting', 'Approved', 'Clear to Purchase', 'Purchased', 'Suspended'])[1 + floor(progress * 6)::int],
  received, case when typed < .85 then date_trunc('day', received) + interval '11 hours' end,
  answer, case when answer is not null then received + days * interval '1 day' end,
  case when is_complete then received + (1 + days * 4) * interval '1 day' end, case when is_complete then person end,
  case when typed >= .85 then person end, case when is_complete then 1 + floor(days * 8)::int else 0 end,
  case when is_complete then null when status = 'NEW' and days < .2 then 'TPR' else 'BUYER' end,
  case when not is_complete then today - floor(days_ago * 5 / 7)::int end,
  total, case when is_complete then total else 0 end
from timed
