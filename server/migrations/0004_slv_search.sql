-- What the lists of SLVs are found, counted and sorted by.

create extension if not exists pg_trgm;

alter table slv add column search_text text not null generated always as (
  lower(coalesce(buyer_loan, '') || E'\n' || coalesce(seller_loan, '') || E'\n' || coalesce(borrower_last_name, ''))) stored;
comment on column slv.search_text is 'What search looks into, in lower case, a line each: the loan''s numbers and the borrower';
create index slv_search on slv using gin (search_text gin_trgm_ops);
comment on index slv_search is 'Finds any part of three characters or more';

create index slv_narrow on slv (status, date) include (
  id, type, company_id, seller_id, underwriter_id, underwriter_manager_id, trade_desk_id, created_by_id,
  buyer_days, round_days, clock_party, clock_since, resubmit_count,
  loan_amount, ltv, credit_score, buyer_non_agency_program);
comment on index slv_narrow is 'The columns that lists filter, count and sort by, in a quarter of the table''s pages';

-- Requests without a date stand last in either direction, so each direction has its index.
create index slv_date_up on slv (date, id);
create index slv_date_down on slv (date nulls first, id);
comment on index slv_date_up is 'order by date, id';
comment on index slv_date_down is 'Read backwards: order by date desc nulls last, id desc';

-- What these served, the three above serve.
drop index slv_date;
drop index slv_status;
