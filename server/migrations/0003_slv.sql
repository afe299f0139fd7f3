-- The SLV (single loan variance, also proxy loan): request, review, decision, and everything that tells how it came.

create table slv (
  id uuid primary key default uuidv7(),
  version integer not null default 1,
  status text not null check (status in (
    'DRAFT', 'PENDING', 'REVIEW', 'PENDING_DOCUMENTS', 'DOCUMENTS_RECEIVED', 'SLR_PENDING', 'SLR_PENDING_INFO',
    'SLR_INFO_RECEIVED', 'SLR_REVIEW', 'SLR_COMPLETED', 'TD_PENDING', 'TD_REVIEW', 'TD_COMPLETED', 'WITHDRAW_PENDING',
    'WITHDRAWN_APPROVED', 'DRAFT_RESUBMITTED', 'RESUBMITTED', 'APPROVED', 'DECLINED', 'NOT_NEEDED')),
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
  slr_recommended_by_id uuid references app_user (id),
  td_recommended_by_id uuid references app_user (id),
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
    case when buyer_non_agency_program ~ '\mDSCR\M' then dscr else dti end) stored,
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
  slr_recommended_decision text check (slr_recommended_decision in ('APPROVED', 'DECLINED', 'NOT_NEEDED')),
  td_recommended_decision text check (td_recommended_decision in ('APPROVED', 'DECLINED', 'NOT_NEEDED')),
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

  constraint sent_has_a_date check (status = 'DRAFT' or date is not null),
  constraint decided_has_a_date check (status not in ('APPROVED', 'DECLINED', 'NOT_NEEDED') or decision_date is not null),
  constraint post_close_has_a_reason check ((type = 'POST') = (post_close_reason is not null)),
  constraint withdrawal_remembers check ((status = 'WITHDRAW_PENDING') = (status_before_withdrawal is not null)),
  constraint clock_runs_for_somebody check ((clock_party is null) = (clock_since is null))
);
comment on table slv is 'A single loan variance: one seller''s ask on one loan, with its present round. Ended rounds are in slv_round.';
comment on column slv.id is 'proxyLoanId on the wire';
comment on column slv.version is 'Grows with each write; the ETag';
comment on column slv.status is 'Moved only by the transition table of the contract';
comment on column slv.type is 'PRE or POST (after closing)';
comment on column slv.resubmit_count is 'The present round, from 0';
comment on column slv.status_before_withdrawal is 'Where it was when its withdrawal was asked for';
comment on column slv.company_id is 'The seller''s company: the wall between sellers';
comment on column slv.seller_id is 'The owner';
comment on column slv.created_by_id is 'Who opened it: the owner, or an underwriter for them';
comment on column slv.underwriter_id is 'Who reviews and decides';
comment on column slv.underwriter_manager_id is 'The SLR reviewer of this round';
comment on column slv.trade_desk_id is 'The trade desk reviewer of this round';
comment on column slv.sent_by_id is 'Who sent this round''s request (four eyes)';
comment on column slv.slr_recommended_by_id is 'Who recommended at SLR in this round (four eyes)';
comment on column slv.td_recommended_by_id is 'Who recommended at the trade desk in this round (four eyes)';
comment on column slv.reassigned_to_seller is 'Name of the owner it was last reassigned to; null when it never was';
comment on column slv.date is 'When it was first sent: the request date';
comment on column slv.decision_date is 'When this round was decided';
comment on column slv.created_at is 'When it was opened';
comment on column slv.updated_at is 'Last write';
comment on column slv.loan_dock_id is 'The loan''s id in LoanDock';
comment on column slv.buyer_loan is 'The buyer''s loan number; set when the draft is opened';
comment on column slv.seller_loan is 'The seller''s loan number';
comment on column slv.is_loan_closed is 'Closed already; then the note has a date';
comment on column slv.note_date is 'Civil day';
comment on column slv.original_lock_date is 'Civil day';
comment on column slv.requestor_name is 'Who asks, at the seller';
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
comment on column slv.single_loan_variance_request is 'The seller''s summary of what they ask';
comment on column slv.temporary_status is 'The decision while it is prepared; never the seller''s';
comment on column slv.price_adjustment is 'bps of price; negative lowers it';
comment on column slv.current_guideline is 'The guide''s words that the decision rests on';
comment on column slv.decision_comment is 'External: Decision Subject To';
comment on column slv.decision_comments_internal is 'Internal; never the seller''s';
comment on column slv.decision_ltv is 'Percent, as decided';
comment on column slv.decision_cltv is 'Percent, as decided';
comment on column slv.decision_hcltv is 'Percent, as decided';
comment on column slv.decision_dti is 'Percent, as decided';
comment on column slv.decision_dscr is 'As decided';
comment on column slv.reserves is 'Months of reserves, as decided';
comment on column slv.status_comment is 'Internal word on the last status change; never the seller''s';
comment on column slv.slr_recommended_decision is 'What the SLR reviewer recommends';
comment on column slv.td_recommended_decision is 'What the trade desk recommends';
comment on column slv.withdraw_reason is 'Why the seller withdraws';
comment on column slv.post_close_reason is 'Seller Error or UW To Other Guidelines';
comment on column slv.buyer_days is 'Business days of the ended BUYER intervals of all rounds (from slv_interval)';
comment on column slv.seller_days is 'Business days of the ended SELLER intervals of all rounds (from slv_interval)';
comment on column slv.round_days is 'Business days of the ended BUYER intervals of this round (from slv_interval)';
comment on column slv.clock_party is 'Who has the ball now';
comment on column slv.clock_since is 'Ordinal of the business day on which the open interval was received';
comment on column slv.slr_days is 'Business days of the ended SLR intervals of this round; null before the first';
comment on column slv.slr_since is 'Ordinal from which the open SLR interval counts';
comment on column slv.td_days is 'Business days of the ended trade desk intervals of this round; null before the first';
comment on column slv.td_since is 'Ordinal from which the open trade desk interval counts';

create unique index slv_one_open_per_loan on slv (company_id, buyer_loan, type)
  where status not in ('APPROVED', 'DECLINED', 'NOT_NEEDED', 'WITHDRAWN_APPROVED');
comment on index slv_one_open_per_loan is 'A second open SLV for the same loan and type is the first one';
create index slv_date on slv (date desc, id);
create index slv_status on slv (status, date desc);
create index slv_seller on slv (seller_id, date desc);
create index slv_company on slv (company_id, date desc);
create index slv_underwriter on slv (underwriter_id, date desc);
create index slv_created_by on slv (created_by_id) where status = 'DRAFT';
create index slv_loan on slv (buyer_loan);

create table slv_request (
  id uuid primary key default uuidv7(),
  slv_id uuid not null references slv (id),
  position integer not null,
  reason text not null,
  parameter text,
  operator text check (operator in ('>=', '<=', '=')),
  guideline_value numeric(13, 3),
  actual_value numeric(13, 3),
  unit text,
  current_guideline text not null default '',
  justification text not null default '',
  compensating_factors jsonb not null default '[]' check (jsonb_typeof(compensating_factors) = 'array')
);
comment on table slv_request is 'The variances of an SLV: which guideline is missed, by how much, and why it should be waived.';
comment on column slv_request.id is 'requestId on the wire';
comment on column slv_request.slv_id is 'Whose variance';
comment on column slv_request.position is 'Order as added';
comment on column slv_request.reason is 'One of the reasons of the contract';
comment on column slv_request.parameter is 'What is measured, or null';
comment on column slv_request.operator is 'How the guideline binds';
comment on column slv_request.guideline_value is 'In the unit';
comment on column slv_request.actual_value is 'In the unit';
comment on column slv_request.unit is 'points, %, months, $ …';
comment on column slv_request.current_guideline is 'The guide''s words';
comment on column slv_request.justification is 'Why the buyer should';
comment on column slv_request.compensating_factors is '[{factor, value}]';
create index slv_request_slv on slv_request (slv_id, position);

create table slv_decision_request (
  id uuid primary key default uuidv7(),
  slv_id uuid not null references slv (id),
  slv_request_id uuid not null references slv_request (id) on delete cascade,
  current_guideline text not null default '',
  decision text not null check (decision in ('APPROVED', 'DECLINED', 'NOT_NEEDED')),
  comment text not null default '',
  unique (slv_request_id)
);
comment on table slv_decision_request is 'The underwriter''s answer to one variance.';
comment on column slv_decision_request.id is 'requestId on the wire';
comment on column slv_decision_request.slv_id is 'Whose answer: the parent that it is looked up by';
comment on column slv_decision_request.slv_request_id is 'The variance that is answered, once';
comment on column slv_decision_request.current_guideline is 'The guide''s words';
comment on column slv_decision_request.decision is 'For this variance';
comment on column slv_decision_request.comment is 'Why, for the seller once the SLV is decided';
create index slv_decision_request_slv on slv_decision_request (slv_id);

create table slv_pending_document (
  id uuid primary key default uuidv7(),
  slv_id uuid not null references slv (id),
  resubmit_count integer not null,
  name text not null check (name <> ''),
  note text not null default '',
  asked_at timestamptz not null,
  received_at timestamptz
);
comment on table slv_pending_document is 'Documents that the underwriter asked the seller for.';
comment on column slv_pending_document.id is 'Its id on the wire';
comment on column slv_pending_document.slv_id is 'Whose document';
comment on column slv_pending_document.resubmit_count is 'The round in which it was asked for';
comment on column slv_pending_document.name is 'What is asked for';
comment on column slv_pending_document.note is 'What the seller should mind';
comment on column slv_pending_document.asked_at is 'When';
comment on column slv_pending_document.received_at is 'When its file was there; null while it is awaited';
create index slv_pending_document_slv on slv_pending_document (slv_id, asked_at);

create table slv_interval (
  id bigint generated always as identity primary key,
  slv_id uuid not null references slv (id),
  resubmit_count integer not null,
  clock text not null check (clock in ('SLV', 'SLR', 'TD')),
  party text not null check (party in ('BUYER', 'SELLER')),
  opened_at timestamptz not null,
  closed_at timestamptz check (closed_at >= opened_at)
);
comment on table slv_interval is 'The ledger of clocks: who had the ball, from when to when. Opened and closed by status changes alone.';
comment on column slv_interval.id is 'Order of opening';
comment on column slv_interval.slv_id is 'Whose clock';
comment on column slv_interval.resubmit_count is 'The round in which it was opened';
comment on column slv_interval.clock is 'SLV is the whole; SLR and TD are the stays there';
comment on column slv_interval.party is 'Who had the ball';
comment on column slv_interval.opened_at is 'From';
comment on column slv_interval.closed_at is 'To; null while it runs';
create unique index slv_interval_one_open on slv_interval (slv_id, clock) where closed_at is null;
create index slv_interval_slv on slv_interval (slv_id, id);

create table slv_history (
  id bigint generated always as identity primary key,
  slv_id uuid not null references slv (id),
  at timestamptz not null,
  actor_id uuid not null references app_user (id),
  action text not null,
  from_status text,
  to_status text not null,
  resubmit_count integer not null,
  comment text,
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array')
);
comment on table slv_history is 'What happened to an SLV. Append-only; written in the transaction of what it tells.';
comment on column slv_history.id is 'Order of writing';
comment on column slv_history.slv_id is 'What it happened to';
comment on column slv_history.at is 'When';
comment on column slv_history.actor_id is 'Who did it';
comment on column slv_history.action is 'The action''s own name: a row of the transition table, or what happened beside it';
comment on column slv_history.from_status is 'Null for the opening';
comment on column slv_history.to_status is 'As stored; sellers are shown statusFor()';
comment on column slv_history.resubmit_count is 'The round';
comment on column slv_history.comment is 'What was said with it; internal unless the contract says otherwise';
comment on column slv_history.changes is '[{field, before, after}]; a reader gets the fields they may see';
create index slv_history_slv on slv_history (slv_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger slv_history_is_append_only before update or delete on slv_history
  for each row execute function refuse_change();

create function keep_ended_interval() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.closed_at is not null
     or (old.slv_id, old.clock, old.party, old.opened_at) is distinct from (new.slv_id, new.clock, new.party, new.opened_at) then
    raise exception 'an interval is only ever closed, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger slv_interval_is_only_closed before update or delete on slv_interval
  for each row execute function keep_ended_interval();

create table slv_round (
  slv_id uuid not null references slv (id),
  resubmit_count integer not null,
  ended_at timestamptz not null,
  snapshot jsonb not null,
  primary key (slv_id, resubmit_count)
);
comment on table slv_round is 'Each ended round whole, as its people saw it.';
comment on column slv_round.slv_id is 'Whose round';
comment on column slv_round.resubmit_count is 'Which round, from 0';
comment on column slv_round.ended_at is 'When the seller opened the next one';
comment on column slv_round.snapshot is 'The SLV with its collections as staff see it; readers get the fields they may see';
create trigger slv_round_is_append_only before update or delete on slv_round
  for each row execute function refuse_change();
