-- baseline: the schema of release 043cc79f
-- SLVs (single loan variances): request, review and decision, the rounds that ended, who was
-- responsible when, and the history.

-- Finds parts of words in indexes of search_text.
create extension if not exists pg_trgm;

create table slv (
  id uuid primary key default uuidv7(),
  version integer not null default 1,
  status text not null check (status in (
    'DRAFT', 'PENDING', 'REVIEW', 'PENDING_DOCUMENTS', 'DOCUMENTS_RECEIVED',
    'SLR_PENDING', 'SLR_PENDING_INFO', 'SLR_INFO_RECEIVED', 'SLR_REVIEW', 'SLR_COMPLETED',
    'TD_PENDING', 'TD_REVIEW', 'TD_COMPLETED', 'WITHDRAW_PENDING', 'WITHDRAWN_APPROVED',
    'DRAFT_RESUBMITTED', 'RESUBMITTED', 'APPROVED', 'DECLINED', 'NOT_NEEDED')),
  type text not null check (type in ('PRE', 'POST')),
  resubmit_count integer not null default 0 check (resubmit_count >= 0),
  status_before_withdrawal text,

  company_id uuid not null references company (id),
  seller_id uuid not null references app_user (id),
  created_by_id uuid not null references app_user (id),
  underwriter_id uuid references app_user (id),
  underwriter_manager_id uuid references app_user (id),
  trade_desk_id uuid references app_user (id),
  sent_by_id uuid references app_user (id),
  reassigned_to_seller text,

  date timestamptz,
  decision_date timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,

  loan_dock_id text,
  buyer_loan text,
  seller_loan text,
  is_loan_closed boolean,
  note_date date,
  original_lock_date date,
  requestor_name text,
  email text,
  requestor_phone_number text,
  buyer_non_agency_program text,
  buyer_non_agency_product_name text,
  borrower_last_name text,
  subject_property_address text,
  city text,
  state text,
  zip text,
  property_type text check (property_type in ('SF', 'CC', 'CN', 'CW', 'U24')),
  purpose text check (purpose in ('Purchase', 'Delayed', 'R&T', 'Cash-Out')),
  occupancy text check (occupancy in ('P', 'S', 'I', 'U')),
  is_experienced_investor boolean,
  loan_amount numeric(11, 2) check (loan_amount >= 0),
  purchase_price_amount numeric(11, 2) check (purchase_price_amount >= 0),
  appraised_value_amount numeric(11, 2) check (appraised_value_amount >= 0),
  second_lien_drawn_amount numeric(11, 2) check (second_lien_drawn_amount >= 0),
  heloc_limit_amount numeric(11, 2) check (heloc_limit_amount >= 0),
  ltv numeric(5, 2) check (ltv between 0 and 200),
  cltv numeric(5, 2) check (cltv between 0 and 200),
  hcltv numeric(5, 2) check (hcltv between 0 and 200),
  credit_score integer check (credit_score between 300 and 850),
  dti numeric(5, 2) check (dti between 0 and 200),
  dscr numeric(6, 3) check (dscr between 0 and 200),
  dti_dscr numeric(6, 3) generated always as (
    case when qualifies_by = 'DSCR' then dscr else dti end) stored,
  income_used_amount numeric(11, 2) check (income_used_amount >= 0),
  residual_mo_income_amount numeric(11, 2) check (residual_mo_income_amount >= 0),
  current_housing_payment_amount numeric(11, 2) check (current_housing_payment_amount >= 0),
  proposed_housing_payment_amount numeric(11, 2) check (proposed_housing_payment_amount >= 0),
  liquid_reserves_amount numeric(11, 2) check (liquid_reserves_amount >= 0),
  retirement_reserves_amount numeric(11, 2) check (retirement_reserves_amount >= 0),
  business_funds_for_reserves_amount numeric(11, 2) check (business_funds_for_reserves_amount >= 0),
  total_post_close_reserves_amount numeric(11, 2) check (total_post_close_reserves_amount >= 0),
  single_loan_variance_request text,

  temporary_status text check (temporary_status in ('APPROVED', 'DECLINED', 'NOT_NEEDED')),
  price_adjustment numeric(6, 1),
  current_guideline text,
  decision_comment text,
  decision_comments_internal text,
  decision_ltv numeric(5, 2),
  decision_cltv numeric(5, 2),
  decision_hcltv numeric(5, 2),
  decision_dti numeric(5, 2),
  decision_dscr numeric(6, 3),
  reserves numeric(4, 1),
  status_comment text,
  slr_recommended_decision text
    check (slr_recommended_decision in ('APPROVED', 'DECLINED', 'NOT_NEEDED')),
  td_recommended_decision text
    check (td_recommended_decision in ('APPROVED', 'DECLINED', 'NOT_NEEDED')),
  withdraw_reason text,
  post_close_reason text check (post_close_reason in ('Seller Error', 'UW To Other Guidelines')),

  buyer_days integer not null default 0,
  seller_days integer not null default 0,
  round_days integer not null default 0,
  clock_party text check (clock_party in ('BUYER', 'SELLER')),
  clock_since integer,
  slr_days integer,
  slr_since integer,
  td_days integer,
  td_since integer,

  search_text text not null generated always as (
    lower(coalesce(buyer_loan, '') || E'\n' || coalesce(seller_loan, '')
      || E'\n' || coalesce(borrower_last_name, ''))) stored,

  slr_recommender_ids uuid[] not null default '{}',
  td_recommender_ids uuid[] not null default '{}',
  tagged_ids uuid[] not null default '{}',

  counted_by integer not null default 1,
  resubmission jsonb check (jsonb_typeof(resubmission) = 'object'),

  cash_out_amount numeric(11, 2) check (cash_out_amount >= 0),
  appraisal_date date,
  financed_properties integer check (financed_properties >= 0),
  seasoning_months integer check (seasoning_months >= 0),
  tradelines integer check (tradelines >= 0),

  qualifies_by text check (qualifies_by in ('DSCR', 'DTI')),
  guideline_version_id uuid references guideline_version (id),
  evaluation jsonb,

  erased_at timestamptz,

  constraint sent_has_a_date check (status = 'DRAFT' or date is not null),
  constraint decided_has_a_date
    check (status not in ('APPROVED', 'DECLINED', 'NOT_NEEDED') or decision_date is not null),
  constraint post_close_has_a_reason check ((type = 'POST') = (post_close_reason is not null)),
  constraint withdrawal_remembers
    check ((status = 'WITHDRAW_PENDING') = (status_before_withdrawal is not null)),
  constraint clock_runs_for_somebody check ((clock_party is null) = (clock_since is null)),
  constraint draft_resubmission_is_not_stored check (status <> 'DRAFT_RESUBMITTED'),
  constraint resubmission_of_an_ended_round check (
  resubmission is null or status in ('APPROVED', 'DECLINED', 'NOT_NEEDED', 'WITHDRAWN_APPROVED'))
);
comment on table slv is
  'A single loan variance: one seller''s request on one loan, with its current round. Ended rounds '
  'are in slv_round.';
comment on column slv.id is 'proxyLoanId in the API';
comment on column slv.version is 'Increases with each write; the ETag';
comment on column slv.status is
  'Changed only by the transition table of the contract. DRAFT_RESUBMITTED is not stored: see '
  'resubmission';
comment on column slv.type is 'PRE or POST (after closing)';
comment on column slv.resubmit_count is 'The current round, from 0';
comment on column slv.status_before_withdrawal is 'The status when its withdrawal was requested';
comment on column slv.company_id is 'The seller''s company, whose people may see it';
comment on column slv.seller_id is 'The owner';
comment on column slv.created_by_id is 'Who opened it: the owner, or an underwriter for them';
comment on column slv.underwriter_id is 'Who reviews and decides';
comment on column slv.underwriter_manager_id is 'The SLR reviewer of this round';
comment on column slv.trade_desk_id is 'The trade desk reviewer of this round';
comment on column slv.sent_by_id is 'Who sent this round''s request (four eyes)';
comment on column slv.reassigned_to_seller is
  'Name of the owner it was last reassigned to; null if it never was';
comment on column slv.date is 'When it was first sent: the request date';
comment on column slv.decision_date is 'When this round was decided';
comment on column slv.created_at is 'When it was opened';
comment on column slv.updated_at is 'When it was last written';
comment on column slv.loan_dock_id is 'The loan''s id in LoanDock';
comment on column slv.buyer_loan is 'The buyer''s loan number; set when the draft is opened';
comment on column slv.seller_loan is 'The seller''s loan number';
comment on column slv.is_loan_closed is 'Whether the loan has closed; then note_date is set';
comment on column slv.note_date is 'Calendar day';
comment on column slv.original_lock_date is 'Calendar day';
comment on column slv.requestor_name is 'The contact at the seller';
comment on column slv.email is 'Of the requestor';
comment on column slv.requestor_phone_number is 'US number of the requestor';
comment on column slv.buyer_non_agency_program is 'Program name';
comment on column slv.buyer_non_agency_product_name is 'Product code within the program';
comment on column slv.borrower_last_name is 'NPI';
comment on column slv.subject_property_address is 'Street line; NPI';
comment on column slv.city is 'Of the property';
comment on column slv.state is 'Two letters';
comment on column slv.zip is '5 or 9 digits';
comment on column slv.property_type is 'SF, CC, CN, CW, U24';
comment on column slv.purpose is 'Purchase, Delayed, R&T, Cash-Out';
comment on column slv.occupancy is 'P, S, I, U';
comment on column slv.is_experienced_investor is 'As the seller says';
comment on column slv.loan_amount is 'Dollars';
comment on column slv.purchase_price_amount is 'Dollars; needed for a purchase';
comment on column slv.appraised_value_amount is 'Dollars';
comment on column slv.second_lien_drawn_amount is 'Dollars drawn on second liens, for CLTV';
comment on column slv.heloc_limit_amount is 'Dollars of the full HELOC line, for HCLTV';
comment on column slv.ltv is 'Percent, as typed';
comment on column slv.cltv is 'Percent, as typed';
comment on column slv.hcltv is 'Percent, as typed';
comment on column slv.credit_score is 'FICO, 300–850';
comment on column slv.dti is 'Percent';
comment on column slv.dscr is 'Rent over PITIA';
comment on column slv.dti_dscr is 'dscr for a DSCR program, else dti';
comment on column slv.income_used_amount is 'Dollars a month';
comment on column slv.residual_mo_income_amount is 'Dollars a month: income less debts';
comment on column slv.current_housing_payment_amount is 'Dollars a month';
comment on column slv.proposed_housing_payment_amount is 'PITIA, dollars a month';
comment on column slv.liquid_reserves_amount is 'Dollars';
comment on column slv.retirement_reserves_amount is 'Dollars';
comment on column slv.business_funds_for_reserves_amount is 'Dollars';
comment on column slv.total_post_close_reserves_amount is 'Dollars, as typed';
comment on column slv.single_loan_variance_request is 'The seller''s summary of the request';
comment on column slv.temporary_status is
  'The decision while it is prepared; never shown to the seller';
comment on column slv.price_adjustment is 'bps of price; negative lowers it';
comment on column slv.current_guideline is 'The guideline text that the decision is based on';
comment on column slv.decision_comment is 'External: Decision Subject To';
comment on column slv.decision_comments_internal is 'Internal; never shown to the seller';
comment on column slv.decision_ltv is 'Percent, as decided';
comment on column slv.decision_cltv is 'Percent, as decided';
comment on column slv.decision_hcltv is 'Percent, as decided';
comment on column slv.decision_dti is 'Percent, as decided';
comment on column slv.decision_dscr is 'As decided';
comment on column slv.reserves is 'Months of reserves, as decided';
comment on column slv.status_comment is
  'Internal comment on the last status change; never shown to the seller';
comment on column slv.slr_recommended_decision is 'What the SLR reviewer recommends';
comment on column slv.td_recommended_decision is 'What the trade desk recommends';
comment on column slv.withdraw_reason is 'Why the seller withdraws';
comment on column slv.post_close_reason is 'Seller Error or UW To Other Guidelines';
comment on column slv.buyer_days is
  'Business days of the ended BUYER intervals of all rounds (from slv_interval)';
comment on column slv.seller_days is
  'Business days of the ended SELLER intervals of all rounds (from slv_interval)';
comment on column slv.round_days is
  'Business days of the ended BUYER intervals of this round (from slv_interval)';
comment on column slv.clock_party is 'The responsible party now';
comment on column slv.clock_since is
  'Ordinal of the business day on which the open interval was received';
comment on column slv.slr_days is
  'Business days of the ended SLR intervals of this round; null before the first';
comment on column slv.slr_since is 'Ordinal from which the open SLR interval counts';
comment on column slv.td_days is
  'Business days of the ended trade desk intervals of this round; null before the first';
comment on column slv.td_since is 'Ordinal from which the open trade desk interval counts';
comment on column slv.search_text is
  'What search reads, in lower case, a line each: the loan''s numbers and the borrower';
comment on column slv.slr_recommender_ids is
  'Everyone who recommended at SLR in this round (four eyes)';
comment on column slv.td_recommender_ids is
  'Everyone who recommended at the trade desk in this round (four eyes)';
comment on column slv.tagged_ids is
  'Underwriters who were ever mentioned in its conversation: they may see it from then on '
  '(product.md §1)';
comment on column slv.counted_by is
  'While no clock runs: the version of the calendar by which its days were counted. A running '
  'clock is counted by the current one';
comment on column slv.resubmission is
  'The drafted next round: {startedAt, form, slvRequests}; null if none is drafted. The other '
  'columns are of the round in effect';
comment on column slv.cash_out_amount is 'Dollars';
comment on column slv.appraisal_date is 'Effective date of the appraisal';
comment on column slv.financed_properties is 'How many the borrower has';
comment on column slv.seasoning_months is 'Since the credit event or the purchase';
comment on column slv.tradelines is 'How many the credit report has';
comment on column slv.qualifies_by is 'DSCR or DTI, of the program when it was chosen';
comment on column slv.guideline_version_id is
  'The version by which this round is evaluated, from sending on';
comment on column slv.evaluation is 'Verdict, findings and factors of the round as sent';
comment on column slv.erased_at is 'When the borrower''s data was erased; null while it is there';
create unique index slv_one_open_per_loan on slv (company_id, buyer_loan, type)
  where status not in ('APPROVED', 'DECLINED', 'NOT_NEEDED', 'WITHDRAWN_APPROVED')
    or resubmission is not null;
comment on index slv_one_open_per_loan is
  'A loan has one open SLV of each type; one with a drafted resubmission is open';
create index slv_seller on slv (seller_id);
comment on index slv_seller is
  'SLVs of their owner. Without the id, entries with the same key share one list of rows';
create index slv_created_by on slv (created_by_id) where status = 'DRAFT';
comment on index slv_created_by is 'Drafts of the person who opened them';
create index slv_search on slv using gin (search_text gin_trgm_ops);
comment on index slv_search is 'Finds any part of three characters or more';
create index slv_tagged on slv using gin (tagged_ids) where tagged_ids <> '{}';
comment on index slv_tagged is 'SLVs in whose conversation an underwriter was mentioned';
create index slv_list on slv (date nulls first, id) include (
  status, type, company_id, underwriter_id, buyer_days, round_days, clock_party, clock_since,
  resubmit_count, updated_at, buyer_loan, seller_loan, borrower_last_name, buyer_non_agency_program,
  loan_amount, ltv, credit_score, state, occupancy
);
comment on index slv_list is
  'Newest first, with what lists filter and sort by: read instead of the table, which is four '
  'times larger';
create index slv_decided on slv (decision_date, underwriter_id) where decision_date is not null;
comment on index slv_decided is 'Decisions by day, with the underwriter';
create index slv_by_buyer_loan on slv (buyer_loan, id);
comment on index slv_by_buyer_loan is 'SLVs of a loan';
create index slv_by_company_id on slv (company_id, id);
comment on index slv_by_company_id is 'SLVs of a seller';
create index slv_by_status on slv (status, id);
comment on index slv_by_status is 'SLVs in a status';
create index slv_by_underwriter_id on slv (underwriter_id, id);
comment on index slv_by_underwriter_id is 'SLVs of an underwriter';

create function set_qualifies_by() returns trigger language plpgsql as $$
begin
  new.qualifies_by := case when new.buyer_non_agency_program is not null then coalesce(
    (select qualifies_by from guideline_program where name = new.buyer_non_agency_program),
    new.qualifies_by, 'DTI') end;
  return new;
end $$;
comment on function set_qualifies_by() is 'Copies how a request qualifies from its program';

create trigger slv_qualifies before insert on slv for each row execute function set_qualifies_by();
create trigger slv_qualifies_again before update on slv for each row
  when (old.buyer_non_agency_program is distinct from new.buyer_non_agency_program)
  execute function set_qualifies_by();

alter table slv enable row level security;
create policy all_rows on slv to portal_app using (true) with check (true);
create policy seen_by_one_company on slv for select to portal_tenant
  using (company_id = (select own_company()));
create policy added_by_one_company on slv for insert to portal_tenant
  with check (company_id = own_company()
    and exists (select from app_user person
    where person.id = seller_id and person.company_id = own_company())
    and exists (select from app_user person
    where person.id = created_by_id and person.company_id = own_company()));
create policy changed_by_one_company on slv for update to portal_tenant
  using (company_id = own_company())
  with check (company_id = own_company());
create policy drafts_removed_by_one_company on slv for delete to portal_tenant
  using (company_id = (select own_company()) and status = 'DRAFT');
grant select, insert, delete on slv to portal_tenant;
grant update (
  version, status, type, resubmit_count, status_before_withdrawal, seller_id, underwriter_id,
  underwriter_manager_id, trade_desk_id, sent_by_id, reassigned_to_seller, date, decision_date,
  updated_at, loan_dock_id, buyer_loan, seller_loan, is_loan_closed, note_date, original_lock_date,
  requestor_name, email, requestor_phone_number, buyer_non_agency_program,
  buyer_non_agency_product_name, borrower_last_name, subject_property_address, city, state, zip,
  property_type, purpose, occupancy, is_experienced_investor, loan_amount, purchase_price_amount,
  appraised_value_amount, second_lien_drawn_amount, heloc_limit_amount, ltv, cltv, hcltv,
  credit_score, dti, dscr, income_used_amount, residual_mo_income_amount,
  current_housing_payment_amount, proposed_housing_payment_amount, liquid_reserves_amount,
  retirement_reserves_amount, business_funds_for_reserves_amount, total_post_close_reserves_amount,
  single_loan_variance_request, temporary_status, price_adjustment, current_guideline,
  decision_comment, decision_comments_internal, decision_ltv, decision_cltv, decision_hcltv,
  decision_dti, decision_dscr, reserves, status_comment, slr_recommended_decision,
  td_recommended_decision, withdraw_reason, post_close_reason, buyer_days, seller_days, round_days,
  clock_party, clock_since, slr_days, slr_since, td_days, td_since, slr_recommender_ids,
  td_recommender_ids, tagged_ids, counted_by, resubmission, cash_out_amount, appraisal_date,
  financed_properties, seasoning_months, tradelines, qualifies_by, guideline_version_id, evaluation
) on slv to portal_tenant;

create table slv_request (
  id uuid primary key default uuidv7(),
  slv_id uuid not null references slv (id) on delete cascade,
  position integer not null,
  reason text not null,
  parameter text,
  operator text check (operator in ('>=', '<=', '=')),
  guideline_value numeric(13, 3),
  actual_value numeric(13, 3),
  unit text,
  current_guideline text not null default '',
  justification text not null default '',
  compensating_factors jsonb not null default '[]'
    check (jsonb_typeof(compensating_factors) = 'array'),
  rule_id uuid references guideline_rule (id),
  citation text,
  version_number integer
);
comment on table slv_request is
  'The variances of an SLV: which guideline is missed, by how much, and why it should be waived.';
comment on column slv_request.id is 'requestId in the API';
comment on column slv_request.slv_id is 'The SLV';
comment on column slv_request.position is 'Order as added';
comment on column slv_request.reason is 'One of guideline_reason when it was chosen';
comment on column slv_request.parameter is 'What is measured, or null';
comment on column slv_request.operator is 'How the guideline binds';
comment on column slv_request.guideline_value is 'In the unit';
comment on column slv_request.actual_value is 'In the unit';
comment on column slv_request.unit is 'points, %, months, $ …';
comment on column slv_request.current_guideline is 'The guideline text';
comment on column slv_request.justification is 'Why the buyer should grant it';
comment on column slv_request.compensating_factors is '[{factor, value}]';
comment on column slv_request.rule_id is 'The guideline rule that filled it; null if it was typed';
comment on column slv_request.citation is 'Citation of the rule';
comment on column slv_request.version_number is 'Number of the rule''s guideline version';
create index slv_request_slv on slv_request (slv_id, position);
create index slv_request_reason on slv_request (reason, slv_id);
comment on index slv_request_reason is 'Finds the SLVs of a reason, for the links of figures';
create index slv_request_reasons on slv_request (slv_id, reason);
comment on index slv_request_reasons is 'The reasons of an SLV without the rest of its variances';

alter table slv_request enable row level security;
create policy all_rows on slv_request to portal_app using (true) with check (true);
create policy seen_by_one_company on slv_request for select to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
create policy added_by_one_company on slv_request for insert to portal_tenant
  with check (exists (select from slv where slv.id = slv_id));
create policy changed_by_one_company on slv_request for update to portal_tenant
  using (exists (select from slv where slv.id = slv_id))
  with check (exists (select from slv where slv.id = slv_id));
create policy removed_by_one_company on slv_request for delete to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
grant select, insert, delete on slv_request to portal_tenant;
grant update (
  position, reason, parameter, operator, guideline_value, actual_value, unit, current_guideline,
  justification, compensating_factors, rule_id, citation, version_number
) on slv_request to portal_tenant;

create table slv_decision_request (
  id uuid primary key default uuidv7(),
  slv_id uuid not null references slv (id) on delete cascade,
  slv_request_id uuid not null references slv_request (id),
  current_guideline text not null default '',
  decision text not null check (decision in ('APPROVED', 'DECLINED', 'NOT_NEEDED')),
  comment text not null default '',
  unique (slv_request_id)
);
comment on table slv_decision_request is 'The underwriter''s answer to one variance.';
comment on column slv_decision_request.id is 'requestId in the API';
comment on column slv_decision_request.slv_id is 'The SLV';
comment on column slv_decision_request.slv_request_id is 'The variance, which is answered once';
comment on column slv_decision_request.current_guideline is 'The guideline text';
comment on column slv_decision_request.decision is 'For this variance';
comment on column slv_decision_request.comment is 'Why; the seller sees it once the SLV is decided';
create index slv_decision_request_slv on slv_decision_request (slv_id);

alter table slv_decision_request enable row level security;
create policy all_rows on slv_decision_request to portal_app using (true) with check (true);
create policy seen_by_one_company on slv_decision_request for select to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
create policy removed_by_one_company on slv_decision_request for delete to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
grant select, delete on slv_decision_request to portal_tenant;

create table slv_pending_document (
  id uuid primary key default uuidv7(),
  slv_id uuid not null references slv (id) on delete cascade,
  resubmit_count integer not null,
  name text not null check (name <> ''),
  note text not null default '',
  asked_at timestamptz not null,
  received_at timestamptz,
  example_document_id uuid,
  overdue_told_at timestamptz
);
comment on table slv_pending_document is
  'Documents that the underwriter requested from the seller.';
comment on column slv_pending_document.id is 'Its id in the API';
comment on column slv_pending_document.slv_id is 'The SLV';
comment on column slv_pending_document.resubmit_count is 'The round in which it was requested';
comment on column slv_pending_document.name is 'What is requested';
comment on column slv_pending_document.note is 'What the seller should know about it';
comment on column slv_pending_document.asked_at is 'When it was requested';
comment on column slv_pending_document.received_at is 'When its file was uploaded; null before';
comment on column slv_pending_document.example_document_id is
  'A file of the underwriter that shows what is wanted; the seller may open this one';
comment on column slv_pending_document.overdue_told_at is
  'When people were notified that it is overdue; null before';
create index slv_pending_document_slv on slv_pending_document (slv_id, asked_at);
create index slv_pending_document_example on slv_pending_document (example_document_id)
  where example_document_id is not null;
comment on index slv_pending_document_example is 'The request that shows a file as its example';
create index slv_pending_document_awaited on slv_pending_document (asked_at)
  where received_at is null and overdue_told_at is null;
comment on index slv_pending_document_awaited is 'Requested documents that may become overdue';

alter table slv_pending_document enable row level security;
create policy all_rows on slv_pending_document to portal_app using (true) with check (true);
create policy seen_by_one_company on slv_pending_document for select to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
create policy changed_by_one_company on slv_pending_document for update to portal_tenant
  using (exists (select from slv where slv.id = slv_id))
  with check (exists (select from slv where slv.id = slv_id));
grant select on slv_pending_document to portal_tenant;
grant update (
  resubmit_count, name, note, asked_at, received_at, example_document_id, overdue_told_at
) on slv_pending_document to portal_tenant;

create table slv_interval (
  id bigint generated always as identity primary key,
  slv_id uuid not null references slv (id),
  resubmit_count integer not null,
  clock text not null check (clock in ('SLV', 'SLR', 'TD')),
  party text not null check (party in ('BUYER', 'SELLER')),
  opened_at timestamptz not null,
  closed_at timestamptz check (closed_at >= opened_at)
);
comment on table slv_interval is
  'Which party was responsible, from when to when, on each clock. Opened and closed only by status '
  'changes.';
comment on column slv_interval.id is 'Order of opening';
comment on column slv_interval.slv_id is 'The SLV';
comment on column slv_interval.resubmit_count is 'The round in which it was opened';
comment on column slv_interval.clock is 'SLV is the whole; SLR and TD are the stays there';
comment on column slv_interval.party is 'The responsible party';
comment on column slv_interval.opened_at is 'From';
comment on column slv_interval.closed_at is 'To; null while it runs';
create unique index slv_interval_one_open on slv_interval (slv_id, clock) where closed_at is null;
comment on index slv_interval_one_open is 'Each clock of an SLV has one open interval at most';
create index slv_interval_slv on slv_interval (slv_id, id);

create function keep_ended_interval() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.closed_at is not null
     or (old.slv_id, old.clock, old.party, old.opened_at)
       is distinct from (new.slv_id, new.clock, new.party, new.opened_at) then
    raise exception 'an interval is only ever closed, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
comment on function keep_ended_interval() is 'Refuses changes to closed intervals';

create trigger slv_interval_is_only_closed before update or delete on slv_interval
  for each row execute function keep_ended_interval();

revoke update, delete on slv_interval from portal_app;
grant update (closed_at) on slv_interval to portal_app;
alter table slv_interval enable row level security;
create policy all_rows on slv_interval to portal_app using (true) with check (true);
create policy seen_by_one_company on slv_interval for select to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
create policy added_by_one_company on slv_interval for insert to portal_tenant
  with check (exists (select from slv where slv.id = slv_id));
create policy changed_by_one_company on slv_interval for update to portal_tenant
  using (exists (select from slv where slv.id = slv_id))
  with check (exists (select from slv where slv.id = slv_id));
grant select, insert on slv_interval to portal_tenant;
grant update (closed_at) on slv_interval to portal_tenant;

create table slv_history (
  id bigint generated always as identity primary key,
  slv_id uuid not null,
  at timestamptz not null,
  actor_id uuid not null references app_user (id),
  action text not null,
  from_status text,
  to_status text not null,
  resubmit_count integer not null,
  comment text,
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
  position integer not null default 0 constraint has_a_place check (position > 0),
  hash bytea not null default '' constraint has_a_hash check (octet_length(hash) = 32),
  salt uuid default gen_random_uuid()
);
comment on table slv_history is
  'What happened to an SLV. Append-only, hash-chained; written in the transaction of the change.';
comment on column slv_history.id is 'Order of writing';
comment on column slv_history.slv_id is 'The SLV; a deleted draft no longer exists';
comment on column slv_history.at is 'When';
comment on column slv_history.actor_id is 'Who did it';
comment on column slv_history.action is 'A row of the transition table, or a change beside it';
comment on column slv_history.from_status is 'Null for the first entry';
comment on column slv_history.to_status is 'As stored; sellers see statusFor()';
comment on column slv_history.resubmit_count is 'The round';
comment on column slv_history.comment is
  'The comment that was made with it; internal unless the contract says otherwise';
comment on column slv_history.changes is
  '[{field, before, after}]; readers get the fields that they may see';
comment on column slv_history.position is
  'Its place in the chain of its SLV, from 1; given by chain_history';
comment on column slv_history.hash is
  'SHA-256 of the hash before it and of its content; given by chain_history';
comment on column slv_history.salt is
  'Random; erased with the personal values, so that no one can guess them by the hash. Null in '
  'entries from before salts';
create index slv_history_slv on slv_history (slv_id, id desc);

create trigger slv_history_is_append_only before update or delete on slv_history
  for each row execute function refuse_unrecorded_change('slv_id');
create trigger slv_history_is_never_emptied before truncate on slv_history
  execute function refuse_change();
create trigger slv_history_is_chained before insert on slv_history for each row
  execute function chain_history('slv_id');

revoke update, delete on slv_history from portal_app;
alter table slv_history enable row level security;
create policy all_rows on slv_history to portal_app using (true) with check (true);
create policy seen_by_one_company on slv_history for select to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
create policy added_by_one_company on slv_history for insert to portal_tenant
  with check (exists (select from slv where slv.id = slv_id)
    and exists (select from app_user person
    where person.id = actor_id and person.company_id = own_company()));
grant select, insert on slv_history to portal_tenant;

create table slv_round (
  slv_id uuid not null references slv (id),
  resubmit_count integer not null,
  ended_at timestamptz not null,
  snapshot jsonb not null,
  primary key (slv_id, resubmit_count)
);
comment on table slv_round is 'Each ended round, as its people saw it. Append-only.';
comment on column slv_round.slv_id is 'The SLV';
comment on column slv_round.resubmit_count is 'The round, from 0';
comment on column slv_round.ended_at is 'When the seller sent the next one';
comment on column slv_round.snapshot is
  'The SLV with its collections as staff see it; readers get the fields they may see';

create function refuse_change_of_round()
returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'snapshot' = to_jsonb(old) - 'snapshot'
    and exists (select from slv where id = old.slv_id and erased_at is not null) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
comment on function refuse_change_of_round() is
  'Makes ended rounds append-only, except that those of an erased SLV may change';

create trigger slv_round_is_append_only before update or delete on slv_round
  for each row execute function refuse_change_of_round();

revoke update, delete on slv_round from portal_app;
alter table slv_round enable row level security;
create policy all_rows on slv_round to portal_app using (true) with check (true);
create policy seen_by_one_company on slv_round for select to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
create policy added_by_one_company on slv_round for insert to portal_tenant
  with check (exists (select from slv where slv.id = slv_id));
grant select, insert on slv_round to portal_tenant;

-- What a seller's request needs of other companies' rows, and nothing more.
create function open_units(underwriter uuid, statuses text[])
returns bigint language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select count(*) from slv where underwriter_id = underwriter and status = any(statuses)
$$;
comment on function open_units(uuid, text[]) is
  'How many open SLVs of all sellers an underwriter has, for the first assignment of one seller''s '
  'request';
revoke execute on function open_units(uuid, text[]) from public;
grant execute on function open_units(uuid, text[]) to portal_app, portal_tenant;

create function note_assignment(underwriter uuid, at timestamptz)
returns void language sql volatile security definer
set search_path = pg_catalog, public, pg_temp as $$
  update app_user set last_assigned_at = at
    where id = underwriter and company_id in (select id from company where kind = 'BUYER')
$$;
comment on function note_assignment(uuid, timestamptz) is
  'Stores when someone was assigned an SLV: all that a seller''s request writes about the buyer''s '
  'people';
revoke execute on function note_assignment(uuid, timestamptz) from public;
grant execute on function note_assignment(uuid, timestamptz) to portal_app, portal_tenant;
