-- statement by statement
-- Lists can be sorted and filtered by the last day of an approval, so the index of the lists holds it.

drop index concurrently if exists slv_list_with_good_until;
create index concurrently slv_list_with_good_until on slv (date nulls first, id) include (
  status, type, company_id, underwriter_id, buyer_days, round_days, clock_party, clock_since, resubmit_count, updated_at,
  buyer_loan, seller_loan, borrower_last_name, buyer_non_agency_program, loan_amount, ltv, credit_score, state, occupancy,
  decision_date, price_adjustment, good_until);
drop index concurrently if exists slv_list;
alter index slv_list_with_good_until rename to slv_list;
comment on index slv_list is 'The newest first, with what lists filter and sort by: read instead of the four times larger table';
