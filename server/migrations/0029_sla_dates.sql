-- What is overdue, by date: the days on the buyer's clock with the dates within them, in place of the days alone
-- (docs/decisions/026-lists-of-slvs.md). What is open is few: this takes about a second per million SLVs.
do $$
declare
  open constant text := $s$status in ('PENDING', 'REVIEW', 'PENDING_DOCUMENTS', 'DOCUMENTS_RECEIVED', 'SLR_PENDING', 'SLR_REVIEW',
    'SLR_PENDING_INFO', 'SLR_INFO_RECEIVED', 'SLR_COMPLETED', 'TD_PENDING', 'TD_REVIEW', 'TD_COMPLETED', 'WITHDRAW_PENDING', 'RESUBMITTED')$s$;
  others constant text := 'status, type, company_id, underwriter_id, buyer_non_agency_program, state, occupancy';
begin
  execute format('create index slv_sla_runs on slv (least(resubmit_count, 1), (round_days - clock_since), date, id)
    include (clock_since, round_days, resubmit_count, %s) where clock_party = ''BUYER'' and %s', others, open);
  execute format('create index slv_sla_rests on slv (least(resubmit_count, 1), round_days, date, id)
    include (resubmit_count, %s) where clock_party is distinct from ''BUYER'' and %s', others, open);
end $$;
comment on index slv_sla_runs is 'Days on the buyer''s clock, and dates, of what runs';
comment on index slv_sla_rests is 'Days on the buyer''s clock, and dates, of what waits for the seller';
-- What is indexed by an expression has no statistics of its own until then.
analyze slv;
drop index slv_sla_running, slv_sla_resting;
