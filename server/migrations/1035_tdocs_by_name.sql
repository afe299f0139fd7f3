-- statement by statement
-- Sorting the Tdocs by seller or borrower read all of them; now an index has each order.

drop index concurrently if exists tdoc_by_seller_name;
create index concurrently tdoc_by_seller_name on tdoc (is_purchased, seller_name collate "und-x-icu", id);
comment on index tdoc_by_seller_name is 'Tdocs by the seller''s name, as people sort names';
drop index concurrently if exists tdoc_by_borrower_last_name;
create index concurrently tdoc_by_borrower_last_name on tdoc (is_purchased, borrower_last_name collate "und-x-icu", id);
comment on index tdoc_by_borrower_last_name is 'Tdocs by the borrower''s last name, as people sort names';
