-- statement by statement
-- The index of open Tdocs also holds whether one was returned, so that counting what needs a reviewer reads only the index.

drop index concurrently if exists tdoc_open_with_returned;
create index concurrently tdoc_open_with_returned on tdoc (is_purchased, status_place, id) include (
  type_place, progress_place, response_place, vendor_id, assigned_underwriter_id, review_underwriter_id, created_by_id,
  buyer_loan_number, image_file_name, seller_name, corr_id, borrower_last_name, product_code, current_ld_status,
  tdoc_received_date, sftp_transmittal_date, tpr_response_date, tpr_estimated_date_of_review, buyer_days, clock_party,
  clock_since, review_percent, is_review_complete, is_returned
) where status_place < 3;
drop index concurrently if exists tdoc_open;
alter index tdoc_open_with_returned rename to tdoc_open;
comment on index tdoc_open is 'What lists filter and sort by, of Tdocs that are not complete';
