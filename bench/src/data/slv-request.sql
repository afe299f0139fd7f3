-- One to three variances for each SLV from $1 to $2, as sellers ask for them (field.md, frequent asks).
insert into slv_request (slv_id, position, reason, parameter, operator, guideline_value, actual_value, unit, current_guideline,
  justification, compensating_factors)
select slv.id, ask.n, ask.reason, ask.parameter, ask.operator, ask.guideline, ask.actual, ask.unit,
  'Guide, section ' || ask.n || '.' || (1 + slv.credit_score % 9) || ': ' || ask.parameter || ' as the program''s matrix has it',
  'Strong reserves and a clean housing history carry the loan',
  '[{"factor": "Reserves above requirement", "value": "9 months"}, {"factor": "0x30 housing history", "value": "24 months"}]'
from slv
cross join lateral (values
  (1, 'Credit Score', 'FICO', '>=', slv.credit_score + 5, slv.credit_score, 'points'),
  (2, 'LTV / CLTV', 'LTV', '<=', slv.ltv - 2.5, slv.ltv, '%'),
  (3, 'Reserves', 'Reserves', '>=', 12, 9, 'months')) as ask (n, reason, parameter, operator, guideline, actual, unit)
where slv.ctid >= $1::tid and slv.ctid < $2::tid and ask.n <= 1 + slv.credit_score % 5 / 2
