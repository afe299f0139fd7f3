-- The department's list is walked along in the order of any column: a page is found without a sort
-- (docs/decisions/026-lists-of-slvs.md). What has nothing in a column stands last, and is walked along by the same index.
do $$
declare
  key text;
begin
  foreach key in array array[
    'updated_at', 'buyer_loan', 'lower(seller_loan)', 'lower(borrower_last_name)', 'lower(buyer_non_agency_program)',
    'loan_amount', 'ltv', 'credit_score', 'type', 'status', 'company_id', 'underwriter_id']
  loop
    execute format('create index %I on slv (%s, id)', 'slv_by_' || regexp_replace(key, '^lower\((.*)\)$', '\1'), key);
  end loop;
end $$;
create index slv_by_buyer_days on slv (buyer_days, id) where clock_party is distinct from 'BUYER';
comment on index slv_by_buyer_days is 'Turn times of those whose clock does not run for the buyer; the others are few enough to be sorted';
create index slv_by_state on slv (state, date);
comment on index slv_by_state is 'What a figure of a state leads to';
create index slv_request_reason on slv_request (reason, slv_id);
comment on index slv_request_reason is 'What a figure of a reason leads to';

-- What this served, slv_by_buyer_loan serves.
drop index slv_loan;
