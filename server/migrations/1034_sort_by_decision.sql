-- statement by statement
-- Lists can be sorted by the day and the price of the decision, so the index of the lists holds both.

drop index concurrently if exists slv_list_with_decision;
create index concurrently slv_list_with_decision on slv (date nulls first, id) include (
  status, type, company_id, underwriter_id, buyer_days, round_days, clock_party, clock_since, resubmit_count, updated_at,
  buyer_loan, seller_loan, borrower_last_name, buyer_non_agency_program, loan_amount, ltv, credit_score, state, occupancy,
  decision_date, price_adjustment);
drop index concurrently if exists slv_list;
alter index slv_list_with_decision rename to slv_list;
comment on index slv_list is 'The newest first, with what lists filter and sort by: read instead of the four times larger table';
