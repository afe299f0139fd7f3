-- One interval each: open while the clock runs, else as long as the buyer had it.
insert into tdoc_interval (tdoc_id, party, opened_at, closed_at)
select id, coalesce(clock_party, 'BUYER'), tdoc_received_date, completed_date from tdoc
where tdoc.ctid >= $1::tid and tdoc.ctid < $2::tid
