-- How many there are of each kind: the triggers that keep it rested while Tdocs were filled in.
insert into tdoc_tally (is_purchased, vendor_id, type_place, response_place, progress_place, status_place, n)
select is_purchased, vendor_id, type_place, response_place, progress_place, status_place, count(*) from tdoc group by 1, 2, 3, 4, 5, 6
