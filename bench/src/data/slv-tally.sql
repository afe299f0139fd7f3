-- How many there are of each company in each status: the triggers that keep it rested while SLVs were filled in.
insert into slv_tally (company_id, status, n) select company_id, status, count(*) from slv group by 1, 2
