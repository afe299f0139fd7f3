-- Lists of SLVs that are narrowed by what few have: an index for each filter that holds the other filters beside it, so
-- that any two of them are found in the index of the rarer one (docs/decisions/026-lists-of-slvs.md).

-- What is dropped is dropped at the end: until then everybody reads.
do $$
declare
  -- What lists are narrowed by, and what they are sorted by and told.
  facets constant text[] := array['company_id', 'underwriter_id', 'buyer_non_agency_program', 'state', 'occupancy'];
  figures constant text[] := array['type', 'loan_amount', 'ltv', 'credit_score'];
  facet text;
begin
  foreach facet in array facets loop
    execute format('create index %I on slv (%I, status, date, id) include (%s)', 'slv_with_' || regexp_replace(facet, '_id$', ''),
      facet, array_to_string(array_remove(facets, facet) || figures, ', '));
  end loop;
end $$;
comment on index slv_with_company is 'Those of a seller, with what else lists ask of them';
comment on index slv_with_underwriter is 'Those of an underwriter, with what else lists ask of them';
comment on index slv_with_buyer_non_agency_program is 'Those of a program, with what else lists ask of them';
comment on index slv_with_state is 'Those of a state, with what else lists ask of them';
comment on index slv_with_occupancy is 'Those of an occupancy, with what else lists ask of them';

create index slv_with_seller on slv (seller_id, date, id) include (status, company_id);
comment on index slv_with_seller is 'A seller''s own list, newest first';

-- What is open is few: the order of its SLA, what is overdue, and its dates. The days of each are what is stored here and a
-- number that all of a part have in common (clock-sql.ts).
do $$
declare
  open constant text := $s$status in ('PENDING', 'REVIEW', 'PENDING_DOCUMENTS', 'DOCUMENTS_RECEIVED', 'SLR_PENDING', 'SLR_REVIEW',
    'SLR_PENDING_INFO', 'SLR_INFO_RECEIVED', 'SLR_COMPLETED', 'TD_PENDING', 'TD_REVIEW', 'TD_COMPLETED', 'WITHDRAW_PENDING', 'RESUBMITTED')$s$;
  others constant text := 'status, date, type, company_id, underwriter_id, buyer_non_agency_program, state, occupancy';
begin
  execute format('create index slv_sla_running on slv (least(resubmit_count, 1), (round_days - clock_since), id)
    include (clock_since, round_days, resubmit_count, %s) where clock_party = ''BUYER'' and %s', others, open);
  execute format('create index slv_sla_resting on slv (least(resubmit_count, 1), round_days, id)
    include (resubmit_count, %s) where clock_party is distinct from ''BUYER'' and %s', others, open);
  execute format('create index slv_sla_ahead on slv (clock_since)
    include (round_days, resubmit_count, id, %s) where clock_party = ''BUYER'' and %s', others, open);
  execute format('create index slv_open on slv (status, date, id)
    include (round_days, resubmit_count, clock_party, clock_since) where %s', open);
end $$;
comment on index slv_sla_running is 'Days on the buyer''s clock, of what runs';
comment on index slv_sla_resting is 'Days on the buyer''s clock, of what waits for the seller';
comment on index slv_sla_ahead is 'What was received after hours and counts from the next day on';
comment on index slv_open is 'What is open, by status and date, with what tells whether it is overdue';

create index slv_tally_found on slv_tally (status, company_id) include (n);
comment on index slv_tally_found is 'Totals of a few statuses, or of one company';

-- What is indexed by an expression has no statistics of its own until then.
analyze slv;
analyze slv_tally;
drop index slv_by_state, slv_by_occupancy, slv_company, slv_underwriter, slv_seller;
