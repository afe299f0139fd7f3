-- SLVs $1 to $8 of 14 months by field.md's figures. $2 now, $3 the calendar by day, $4 statuses by share,
-- $5 programs with their products, $6 states by share, $7 last names.
with calendar as materialized (
  select * from jsonb_to_recordset($3::jsonb) as c (day date, ordinal int, received int)
),
seller as materialized (
  select company.id as company_id, company.n,
    array(select id from app_user where company_id = company.id order by email) as people
  from (select id, row_number() over (order by corr_id) as n from company where kind = 'SELLER') as company
),
underwriter as materialized (
  select array(select id from app_user where email like 'underwriter.%' order by email) as people,
    array(select id from app_user where email like 'slr.%' order by email) as managers,
    array(select id from app_user where email like 'trader.%' order by email) as traders
),
drawn as materialized (
  select g,
    ($4::jsonb -> floor(random() * jsonb_array_length($4::jsonb))::int) as stage,
    ($5::jsonb -> floor(random() * jsonb_array_length($5::jsonb))::int) as program,
    ($6::text[])[1 + floor(random() * cardinality($6::text[]))::int] as state,
    ($7::text[])[1 + floor(random() * cardinality($7::text[]))::int] as borrower,
    -- A few companies sell much, most sell little.
    1 + floor(power(random(), 2) * (select count(*) from seller))::int as seller_n,
    random() as who, random() as aged, random() as at, random() as occupied, random() as bought, random() as kind,
    least(10, 1 + floor(-ln(1 - random()) * 1.3))::int as turn,
    greatest(100000, least(4000000, exp(random_normal(12.9, 0.62))))::numeric(11, 0) as amount,
    greatest(-2.5, least(2.2, random_normal())) as leverage,
    greatest(600, least(850, random_normal(745, 38)))::int as fico,
    greatest(8, least(58, random_normal(42, 7)))::numeric(5, 2) as dti,
    greatest(0.4, least(2.6, random_normal(1.18, 0.22)))::numeric(6, 3) as dscr,
    greatest(3, least(36, random_normal(12, 5)))::numeric(4, 1) as months
  from generate_series($1::int, $8::int) as g
),
placed as (
  select drawn.*, seller.company_id, seller.people, stage ->> 'status' as status, program ->> 'name' as program_name,
    case when bought < .57 then 'Purchase' when bought < .87 then 'Cash-Out' when bought < .98 then 'R&T' else 'Delayed' end as purpose,
    -- The decided are spread over 14 months, the open ones came in the last days.
    date_trunc('day', $2::timestamptz - case when (stage ->> 'isEnded')::boolean
        then (turn * 2 + aged * 410) * interval '1 day' else (turn + aged * 3) * interval '1 day' end)
      + interval '13 hours' + at * interval '9 hours' as sent_at
  from drawn join seller on seller.n = drawn.seller_n
),
figured as (
  select placed.*, least($2::timestamptz, sent_at + turn * 1.4 * interval '1 day') as moved_at,
    greatest(20, least(90, (case purpose when 'Purchase' then 75 when 'R&T' then 70 else 64 end + leverage * 9)))::numeric(5, 2) as ltv
  from placed
)
insert into slv (
  status, type, resubmit_count, status_before_withdrawal, company_id, seller_id, created_by_id, sent_by_id,
  underwriter_id, underwriter_manager_id, trade_desk_id, date, decision_date, created_at, updated_at,
  loan_dock_id, buyer_loan, seller_loan, is_loan_closed, requestor_name, email, requestor_phone_number,
  buyer_non_agency_program, buyer_non_agency_product_name, borrower_last_name, subject_property_address, city, state, zip,
  property_type, purpose, occupancy, is_experienced_investor,
  loan_amount, purchase_price_amount, appraised_value_amount, second_lien_drawn_amount, heloc_limit_amount, ltv, cltv, hcltv,
  credit_score, dti, dscr, income_used_amount, residual_mo_income_amount, current_housing_payment_amount,
  proposed_housing_payment_amount, liquid_reserves_amount, retirement_reserves_amount, total_post_close_reserves_amount,
  single_loan_variance_request, price_adjustment, decision_comment, decision_ltv, reserves, post_close_reason,
  buyer_days, round_days, seller_days, clock_party, clock_since, slr_days, slr_since, td_days, td_since)
select
  status, case when kind < .15 then 'POST' else 'PRE' end,
  case when kind > .85 and status <> 'DRAFT' then 1 else 0 end,
  case when status = 'WITHDRAW_PENDING' then 'REVIEW' end,
  company_id, owner.id, owner.id, case when status <> 'DRAFT' then owner.id end,
  case when status <> 'DRAFT' then underwriter.people[1 + floor(who * cardinality(underwriter.people))::int] end,
  case when stage ->> 'slr' is not null then underwriter.managers[1 + g % cardinality(underwriter.managers)] end,
  case when stage ->> 'td' is not null then underwriter.traders[1 + g % cardinality(underwriter.traders)] end,
  case when status <> 'DRAFT' then sent_at end,
  case when (stage ->> 'isDecided')::boolean then moved_at end,
  sent_at - interval '90 minutes', case when status = 'DRAFT' then sent_at else moved_at end,
  loan, loan, 'S-' || lpad((g * 7)::text, 8, '0'), kind < .15,
  'Dana Whitfield', 'requests@seller-' || seller_n || '.example', '(212) 555-0142',
  program_name, program -> 'products' ->> (g % jsonb_array_length(program -> 'products')), borrower,
  (100 + g % 9800) || ' Juniper Street', 'Alderbrook', state, lpad((10000 + g % 80000)::text, 5, '0'),
  (array['SF', 'SF', 'SF', 'CW', 'CN', 'U24', 'CC'])[1 + g % 7], purpose,
  case when occupied < .58 then 'P' when occupied < .95 then 'I' else 'S' end, occupied > .7,
  amount, case when purpose = 'Purchase' then round(amount * 100 / ltv, 0) end, round(amount * 100 / ltv, 0),
  case when kind > .92 then 25000 else 0 end, case when kind > .92 then 50000 else 0 end,
  ltv, least(200, ltv + case when kind > .92 then 3 else 0 end), least(200, ltv + case when kind > .92 then 6 else 0 end),
  fico, case when program_name !~ '\mDSCR\M' then dti end, case when program_name ~ '\mDSCR\M' then dscr end,
  round(amount * .02, 2), round(amount * .011, 2), round(amount * .005, 2), round(amount * .0078, 2),
  round(amount * .0078 * months, 2), round(amount * .03, 2), round(amount * .0078 * months + amount * .03, 2),
  'The borrower has ' || months || ' months of reserves and a clean housing history; we ask for the exception below.',
  case when (stage ->> 'isDecided')::boolean then (array[0, 0, 0, -12.5, -25, -37.5, -50, -75])[1 + g % 8] end,
  case when (stage ->> 'isDecided')::boolean then 'Subject to the conditions of the approval.' end,
  case when (stage ->> 'isDecided')::boolean then ltv end, case when (stage ->> 'isDecided')::boolean then months end,
  case when kind < .15 then 'Seller Error' end,
  case when is_passed_on then greatest(0, moved.ordinal - sent.received) else 0 end,
  case when is_passed_on then greatest(0, moved.ordinal - sent.received) else 0 end,
  0, stage ->> 'party', case when stage ->> 'party' is null then null when is_passed_on then moved.received else sent.received end,
  case when stage ->> 'slr' is not null then 0 end, case when stage ->> 'slr' = 'RUNS' then sent.received end,
  case when stage ->> 'td' is not null then 0 end, case when stage ->> 'td' = 'RUNS' then sent.received end
from figured
cross join underwriter
cross join lateral (select figured.people[1 + floor(who * cardinality(figured.people))::int] as id, '7' || lpad((g - 1)::text, 6, '0') as loan,
  stage ->> 'party' = 'SELLER' as is_passed_on) as owner
join calendar as sent on sent.day = (sent_at at time zone 'America/New_York')::date
join calendar as moved on moved.day = (moved_at at time zone 'America/New_York')::date
