-- statement by statement
-- The tabs of Tdocs that are not complete are sorted by their clocks: all of them are read for each page. This index holds
-- only them, with what lists filter and sort by (12 % of all Tdocs). Complete ones are listed by received date or by id, which
-- have indexes. Built and dropped concurrently: writers don't wait.

drop index concurrently if exists tdoc_open;
create index concurrently tdoc_open on tdoc (is_purchased, status_place, id) include (
  type_place, progress_place, response_place, vendor_id, assigned_underwriter_id, review_underwriter_id, created_by_id,
  buyer_loan_number, image_file_name, seller_name, corr_id, borrower_last_name, product_code, current_ld_status,
  tdoc_received_date, sftp_transmittal_date, tpr_response_date, tpr_estimated_date_of_review, buyer_days, clock_party,
  clock_since, review_percent, is_review_complete) where status_place < 3;
comment on index tdoc_open is 'Tdocs that are not complete, with what lists filter and sort by';
drop index concurrently if exists tdoc_by_status_place;
