-- SLVs of 14 months, with the shares and spreads of field.md.
with settings as (select * from bench_settings),
sellers as materialized (
  select company.id as company_id, row_number() over (order by corr_id) as n,
    array(select id from app_user where company_id = company.id order by email) as people
  from company where kind = 'SELLER'
),
buyer as materialized (
  select array(select id from app_user where email like 'underwriter.%' order by email) as underwriters,
    array(select id from app_user where email like 'slr.%' order by email) as managers,
    array(select id from app_user where email like 'trader.%' order by email) as traders
),
drawn as materialized (
  select g,
    statuses -> floor(random() * jsonb_array_length(statuses))::int as stage,
    programs -> floor(random() * jsonb_array_length(programs))::int as program,
    states[1 + floor(random() * cardinality(states))::int] as state,
    names[1 + floor(random() * cardinality(names))::int] as borrower,
    -- A few companies sell much, most sell little.
    1 + floor(power(random(), 2) * (select count(*) from sellers))::int as seller_n,
    random() as who, random() as aged, random() as at, random() as occupied, random() as bought, random() as kind,
    least(10, 1 + floor(-ln(1 - random()) * 1.3))::int as turn,
    greatest(100000, least(4000000, exp(random_normal(12.9, 0.62))))::numeric(11, 0) as amount,
    greatest(20, least(90, random_normal(70, 9)))::numeric(5, 2) as ltv,
    greatest(600, least(850, random_normal(745, 38)))::int as fico,
    greatest(8, least(58, random_normal(42, 7)))::numeric(5, 2) as dti,
    greatest(0.4, least(2.6, random_normal(1.18, 0.22)))::numeric(6, 3) as dscr,
    greatest(3, least(36, random_normal(12, 5)))::numeric(4, 1) as months
  from settings, generate_series(1, slvs) as g
),
dated as (
  select drawn.*, stage ->> 'status' as status, program ->> 'name' as program_name, stage ->> 'party' as party,
    (stage ->> 'isDecided')::boolean as is_decided,
    -- Decided SLVs are spread over 14 months; open ones arrived in the last few days.
    case when (stage ->> 'isEnded')::boolean then turn * 2 + aged * 410 else turn + aged * 3 end as days_ago
  from drawn
),
placed as (
  select dated.*, company_id, people[1 + floor(who * cardinality(people))::int] as seller_id,
    now - days_ago * interval '1 day' as sent_at,
    least(now, now - (days_ago - turn * 1.4) * interval '1 day') as moved_at,
    -- Approximate business days.
    today - floor(days_ago * 5 / 7)::int as sent_day, today - floor(greatest(0, days_ago - turn * 1.4) * 5 / 7)::int as moved_day,
    case when bought < .57 then 'Purchase' when bought < .87 then 'Cash-Out' when bought < .98 then 'R&T' else 'Delayed' end as purpose
  from settings, dated join sellers on sellers.n = seller_n
)
insert into slv (
  status, type, resubmit_count, status_before_withdrawal, company_id, seller_id, created_by_id, sent_by_id,
  underwriter_id, underwriter_manager_id, trade_desk_id, date, decision_date, created_at, updated_at,
  loan_dock_id, buyer_loan, seller_loan, is_loan_closed, requestor_name, email, requestor_phone_number,
  buyer_non_agency_program, buyer_non_agency_product_name, borrower_last_name, subject_property_address, city, state, zip,
  property_type, purpose, occupancy, loan_amount, appraised_value_amount, ltv, cltv, hcltv, credit_score, dti, dscr,
  total_post_close_reserves_amount, single_loan_variance_request, price_adjustment, decision_comment, decision_ltv, reserves, post_close_reason,
  buyer_days, round_days, seller_days, clock_party, clock_since, slr_days, slr_since, td_days, td_since)
select
  status, case when kind < .15 then 'POST' else 'PRE' end, case when kind > .85 and status <> 'DRAFT' then 1 else 0 end,
  case when status = 'WITHDRAW_PENDING' then 'REVIEW' end,
  company_id, seller_id, seller_id, case when status <> 'DRAFT' then seller_id end,
  case when status <> 'DRAFT' then underwriters[1 + floor(who * cardinality(underwriters))::int] end,
  case when stage ->> 'slr' is not null then managers[1 + g % cardinality(managers)] end,
  case when stage ->> 'td' is not null then traders[1 + g % cardinality(traders)] end,
  case when status <> 'DRAFT' then sent_at end, case when is_decided then moved_at end,
  sent_at - interval '90 minutes', case when status = 'DRAFT' then sent_at else moved_at end,
  '7' || lpad(g::text, 7, '0'), '7' || lpad(g::text, 7, '0'), 'S-' || lpad((g * 7)::text, 8, '0'), kind < .15,
  'Dana Whitfield', 'requests@seller-' || seller_n || '.example', '(212) 555-0142',
  program_name, program -> 'products' ->> (g % jsonb_array_length(program -> 'products')), borrower,
  (100 + g % 9800) || ' Juniper Street', 'Alderbrook', state, lpad((10000 + g % 80000)::text, 5, '0'),
  (array['SF', 'SF', 'SF', 'CW', 'CN', 'U24', 'CC'])[1 + g % 7], purpose,
  case when occupied < .58 then 'P' when occupied < .95 then 'I' else 'S' end,
  amount, round(amount * 100 / ltv, 0), ltv, ltv, ltv,
  fico, case when program_name !~ '\mDSCR\M' then dti end, case when program_name ~ '\mDSCR\M' then dscr end,
  round(amount * .0078 * months, 2),
  'The borrower has ' || months || ' months of reserves and a clean housing history; we ask for the exception below.',
  case when is_decided then (array[0, 0, 0, -12.5, -25, -37.5, -50, -75])[1 + g % 8] end,
  case when is_decided then 'Subject to the conditions of the approval.' end,
  case when is_decided then ltv end, case when is_decided then months end, case when kind < .15 then 'Seller Error' end,
  case when party = 'SELLER' then moved_day - sent_day else 0 end, case when party = 'SELLER' then moved_day - sent_day else 0 end, 0,
  party, case party when 'SELLER' then moved_day when 'BUYER' then sent_day end,
  case when stage ->> 'slr' is not null then 0 end, case when stage ->> 'slr' = 'RUNS' then sent_day end,
  case when stage ->> 'td' is not null then 0 end, case when stage ->> 'td' = 'RUNS' then sent_day end
from placed cross join buyer
