-- The ledger of the SLVs from $1 to $2: the buyer's interval of the request, what followed it, and the stays with the managers and the trade desk.
insert into slv_interval (slv_id, resubmit_count, clock, party, opened_at, closed_at)
select slv.id, slv.resubmit_count, was.clock, was.party, was.opened_at, was.closed_at
from slv
cross join lateral (values
  ('SLV', 'BUYER', slv.date, case when slv.clock_party = 'SELLER' then slv.updated_at end, true),
  ('SLV', 'SELLER', slv.updated_at, null::timestamptz, slv.clock_party = 'SELLER'),
  ('SLR', 'BUYER', slv.date, case when slv.slr_since is null then slv.updated_at end, slv.slr_days is not null),
  ('TD', 'BUYER', slv.date, case when slv.td_since is null then slv.updated_at end, slv.td_days is not null)
) as was (clock, party, opened_at, closed_at, is_so)
where slv.ctid >= $1::tid and slv.ctid < $2::tid and slv.date is not null and was.is_so
