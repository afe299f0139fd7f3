-- Conversations on two of five sent SLVs from $1 to $2, of one to four comments: the underwriter and the seller in turn,
-- every third for the buyer's people alone.
insert into comment (slv_id, type, message, author_id, created_at)
select slv.id, case when n % 3 = 0 then 'INTERNAL' else 'EXTERNAL' end,
  (array['Could you send the last two statements of the account that the reserves stand on?',
    'They are in the folder now, with a letter of the bank.',
    'The compensating factors carry it; the appraisal is the point to look at.',
    'Thank you, this is all that we need.'])[n],
  case when n = 2 then slv.seller_id else slv.underwriter_id end,
  least(slv.updated_at, slv.date + n * interval '40 minutes')
from slv cross join generate_series(1, 4) as n
where slv.ctid >= $1::tid and slv.ctid < $2::tid and slv.date is not null and slv.credit_score % 5 < 2 and n <= 1 + slv.credit_score % 4
