-- N Tdocs of two years, 88 % of them complete. $1 how many, $2 now, $3 the calendar by day, $4 last names, $5 how many vendors.
with calendar as materialized (
  select * from jsonb_to_recordset($3::jsonb) as c (day date, ordinal int)
),
vendor as (
  insert into company (kind, name) select 'TPR_VENDOR', 'Review vendor ' || n from generate_series(1, $5::int) as n
  returning id, name
),
reviewer as (
  insert into app_user (email, first_name, last_name, company_id)
  select 'tpr.' || m || '@' || replace(lower(vendor.name), ' ', '-') || '.example', 'Reviewer ' || m, vendor.name, vendor.id
  from vendor, generate_series(1, 3) as m
  returning id
),
reviewer_role as (
  insert into user_role (user_id, role, position) select id, 'TPR', 0 from reviewer
),
firm as materialized (
  select array(select id from vendor order by name) as vendors,
    array(select id from app_user where email like 'underwriter.%' order by email) as people,
    array(select array[name, corr_id] from company where kind = 'SELLER' order by corr_id) as sellers
),
drawn as materialized (
  select g, random() as stage, random() as kind, random() as typed, random() as answered, random() as of_vendor,
    random() as who, random() as reviewed, random() as finished, random() as sold, random() as aged, random() as at,
    random() as program, random() as days, random() as progress, random() as required,
    ($4::text[])[1 + floor(random() * cardinality($4::text[]))::int] as borrower
  from generate_series(1, $1::int) as g
),
placed as (
  select drawn.*,
    case when stage < .88 then 'COMPLETE' when stage < .96 then 'NEW' else 'REVIEW_PENDING' end as status,
    -- A few vendors have much, one in ten has none.
    case when of_vendor < .9 then vendors[1 + floor(power(of_vendor / .9, 2) * cardinality(vendors))::int] end as vendor,
    1 + floor(power(sold, 2) * array_length(sellers, 1))::int as seller,
    least($2::timestamptz, date_trunc('day', $2::timestamptz - (case when stage < .88 then 5 + aged * 700 else aged * 9 end) * interval '1 day')
      + interval '12 hours' + at * interval '10 hours') as received
  from drawn, firm
),
timed as (
  select placed.*, case when status = 'COMPLETE' then received + (1 + days * 4) * interval '1 day' end as completed
  from placed
)
insert into tdoc (
  id, status, type, loan_kind, vendor_id, assigned_underwriter_id, review_underwriter_id, progress_tracking, buyer_loan_number,
  image_file_name, seller_name, corr_id, borrower_last_name, product_code, current_ld_status, tdoc_received_date,
  sftp_transmittal_date, tpr_response, tpr_response_date, tpr_estimated_date_of_review, completed_date, completed_by_id,
  created_by_id, buyer_days, clock_party, clock_since, categories_total, categories_completed)
select
  uuidv7(received - $2::timestamptz), status,
  case when typed < .85 then 'AUTOMATIC' else 'MANUAL' end,
  case when kind < .62 then 'ACTIVE' when kind < .75 then 'TPR' else 'PURCHASED' end,
  vendor,
  case when who < .93 then people[1 + floor(who / .93 * least(40, cardinality(people)))::int] end,
  case when reviewed < .6 then people[1 + floor(reviewed / .6 * least(40, cardinality(people)))::int] end,
  case when status = 'COMPLETE' or progress < .1 then 'DONE' when progress < .5 then 'IN_REVIEW' else 'INTAKE_PENDING' end,
  '7' || lpad((g / 3)::text, 6, '0'),
  'TD_' || lpad(g::text, 8, '0') || (array['_NOTE', '_DEED', '_TITLE', '_Allonge'])[1 + g % 4] || case when g % 5 = 0 then '.tif' else '.pdf' end,
  sellers[seller][1], sellers[seller][2], borrower,
  (array['NQ-BS12-30F', 'NQ-BS24-30F', 'NQ-FD1-30F', 'DSCR-P-30F', 'DSCR-LR-5/6A-IO', 'DSCR-M-30F', 'FN-DSCR-30F', 'NWC-30F', 'JP-30F', 'CES-20F'])[1 + floor(program * 10)::int],
  (array['Registered', 'In Underwriting', 'Approved', 'Clear to Purchase', 'Purchased', 'Suspended'])[1 + floor(progress * 6)::int],
  received, case when typed < .85 then date_trunc('day', received) + interval '11 hours' end,
  answer, case when answer is not null then received + days * interval '1 day' end,
  case when vendor is not null and at < .5 then (received + (2 + days * 5) * interval '1 day')::date end,
  completed, case when status = 'COMPLETE' then people[1 + floor(finished * least(40, cardinality(people)))::int] end,
  case when typed >= .85 then people[1 + floor(finished * least(40, cardinality(people)))::int] end,
  case when status = 'COMPLETE' then 1 + floor(days * days * 8)::int when days < .2 then 1 else 0 end,
  case when status <> 'COMPLETE' then case when status = 'NEW' and days < .2 then 'TPR' else 'BUYER' end end,
  case when status <> 'COMPLETE' then
    (select ordinal from calendar where calendar.day = (timed.received at time zone 'America/New_York')::date) end,
  total, case when status = 'COMPLETE' then total else floor(required * (total + 1))::int end
from timed cross join firm
cross join lateral (select case when vendor is null or (status = 'NEW' and days >= .2) then null
  else (array['RECEIVED', 'RECEIVED', 'RECEIVED', 'NOT_RECEIVED', 'NOT_REVIEWED', 'BY_PASSED'])[1 + floor(answered * 6)::int] end as answer) answered_
cross join lateral (select floor(required * 10)::int % 4 as total) counted
order by received
