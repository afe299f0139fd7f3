-- statement by statement
-- Lists are read by one plain query each (docs/decisions/026-one-plain-list-query.md): one index holds what they filter and
-- sort by, and the tallies and the indexes of single columns go. Writers wait for nothing here: indexes are built and
-- dropped concurrently, and what needs the whole table for a moment asks for it for a second at most, and then again.

drop index concurrently if exists slv_list;
create index concurrently slv_list on slv (date nulls first, id) include (
  status, type, company_id, underwriter_id, buyer_days, round_days, clock_party, clock_since, resubmit_count, updated_at,
  buyer_loan, seller_loan, borrower_last_name, buyer_non_agency_program, loan_amount, ltv, credit_score, state, occupancy);
comment on index slv_list is 'The newest first, with what lists filter and sort by: read instead of the four times larger table';
drop index concurrently if exists slv_by_seller_id;
create index concurrently slv_by_seller_id on slv (seller_id, id);
drop index concurrently if exists tdoc_list;
create index concurrently tdoc_list on tdoc (is_purchased, tdoc_received_date, id) include (
  status_place, type_place, progress_place, response_place, vendor_id, assigned_underwriter_id, review_underwriter_id,
  created_by_id, completed_by_id, buyer_loan_number, image_file_name, seller_name, corr_id, borrower_last_name,
  product_code, current_ld_status, sftp_transmittal_date, tpr_response_date, tpr_estimated_date_of_review, completed_date,
  buyer_days, clock_party, clock_since, review_percent, is_review_complete);
comment on index tdoc_list is 'By received date, with what lists filter and sort by';

drop index concurrently if exists slv_narrow;
drop index concurrently if exists slv_open;
drop index concurrently if exists slv_sla_runs;
drop index concurrently if exists slv_sla_rests;
drop index concurrently if exists slv_sla_ahead;
drop index concurrently if exists slv_with_company;
drop index concurrently if exists slv_with_underwriter;
drop index concurrently if exists slv_with_buyer_non_agency_program;
drop index concurrently if exists slv_with_state;
drop index concurrently if exists slv_with_occupancy;
drop index concurrently if exists slv_with_seller;
drop index concurrently if exists slv_date_up;
drop index concurrently if exists slv_date_down;
drop index concurrently if exists slv_by_updated_at;
drop index concurrently if exists slv_by_seller_loan;
drop index concurrently if exists slv_by_borrower_last_name;
drop index concurrently if exists slv_by_buyer_non_agency_program;
drop index concurrently if exists slv_by_loan_amount;
drop index concurrently if exists slv_by_ltv;
drop index concurrently if exists slv_by_credit_score;
drop index concurrently if exists slv_by_type;
drop index concurrently if exists slv_by_buyer_days;
drop index concurrently if exists tdoc_open;
drop index concurrently if exists tdoc_image_key;
drop index concurrently if exists tdoc_by_id;
drop index concurrently if exists tdoc_by_buyer_days;
drop index concurrently if exists tdoc_by_progress_place;
drop index concurrently if exists tdoc_by_type_place;
drop index concurrently if exists tdoc_by_buyer_loan_number;
drop index concurrently if exists tdoc_by_image_file_name;
drop index concurrently if exists tdoc_by_seller_name;
drop index concurrently if exists tdoc_by_corr_id;
drop index concurrently if exists tdoc_by_borrower_last_name;
drop index concurrently if exists tdoc_by_product_code;
drop index concurrently if exists tdoc_by_current_ld_status;
drop index concurrently if exists tdoc_by_tdoc_received_date;
drop index concurrently if exists tdoc_by_sftp_transmittal_date;
drop index concurrently if exists tdoc_by_response_place;
drop index concurrently if exists tdoc_by_tpr_response_date;
drop index concurrently if exists tdoc_by_tpr_estimated_date_of_review;
drop index concurrently if exists tdoc_by_review_percent;
drop index concurrently if exists tdoc_by_is_review_complete;
drop index concurrently if exists tdoc_by_completed_date;
drop index concurrently if exists tdoc_by_created_by_id;
drop index concurrently if exists tdoc_by_completed_by_id;
drop index concurrently if exists tdoc_by_vendor_id;

set lock_timeout = '1s';
drop function if exists tally_slv() cascade;
drop function if exists tally_tdocs() cascade;
drop table if exists slv_tally, tdoc_tally;
reset lock_timeout;
