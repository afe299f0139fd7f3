-- A resubmission is drafted beside the decided round, which stays as it is until the new round is sent, and a first draft can
-- be deleted (docs/decisions/028-drafts-beside-decisions.md).

alter table slv add column resubmission jsonb check (jsonb_typeof(resubmission) = 'object');
comment on column slv.resubmission is 'The drafted next round: {startedAt, form, slvRequests}; null while none is drafted. The other columns are of the round in effect';
comment on column slv.status is 'Moved only by the transition table of the contract. DRAFT_RESUBMITTED is not stored: see resubmission';
comment on column slv_round.ended_at is 'When the seller sent the next one';
grant update (resubmission) on slv to portal_tenant;

-- Resubmissions that are being drafted: what was typed becomes the draft, and the decided round is put back from its snapshot.
create function pg_temp.camel(name text) returns text immutable return
  lower(left(name, 1)) || substr(replace(initcap(replace(name, '_', ' ')), ' ', ''), 2);
create function pg_temp.snake(name text) returns text immutable return lower(regexp_replace(name, '([A-Z])', '_\1', 'g'));

create temp table drafted on commit drop as
  select slv.id, slv.updated_at, round.resubmit_count, round.snapshot
  from slv join slv_round round on round.slv_id = slv.id and round.resubmit_count = slv.resubmit_count - 1
  where slv.status = 'DRAFT_RESUBMITTED';

alter table slv_interval disable trigger user;
delete from slv_interval where closed_at is null and slv_id in (select id from drafted);
alter table slv_interval enable trigger user;

do $$
declare
  form constant text[] := array['is_loan_closed', 'note_date', 'original_lock_date', 'seller_loan', 'requestor_name', 'email',
    'requestor_phone_number', 'buyer_non_agency_program', 'buyer_non_agency_product_name', 'borrower_last_name',
    'subject_property_address', 'city', 'state', 'zip', 'property_type', 'purpose', 'occupancy', 'is_experienced_investor',
    'loan_amount', 'purchase_price_amount', 'appraised_value_amount', 'second_lien_drawn_amount', 'heloc_limit_amount', 'ltv',
    'cltv', 'hcltv', 'credit_score', 'dti', 'dscr', 'income_used_amount', 'residual_mo_income_amount',
    'current_housing_payment_amount', 'proposed_housing_payment_amount', 'liquid_reserves_amount', 'retirement_reserves_amount',
    'business_funds_for_reserves_amount', 'total_post_close_reserves_amount', 'single_loan_variance_request'];
  decision constant text[] := array['status', 'resubmit_count', 'sent_by_id', 'underwriter_manager_id', 'trade_desk_id',
    'slr_recommender_ids', 'td_recommender_ids', 'decision_date', 'temporary_status', 'price_adjustment', 'current_guideline',
    'decision_comment', 'decision_comments_internal', 'decision_ltv', 'decision_cltv', 'decision_hcltv', 'decision_dti',
    'decision_dscr', 'reserves', 'status_comment', 'slr_recommended_decision', 'td_recommended_decision', 'withdraw_reason',
    'buyer_days', 'seller_days', 'round_days', 'clock_party', 'clock_since', 'slr_days', 'slr_since', 'td_days', 'td_since'];
  columns text := array_to_string(form || decision, ', ');
begin
  update slv set resubmission = jsonb_build_object(
    'startedAt', to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'form', (select jsonb_object_agg(pg_temp.camel(key), value) from jsonb_each(to_jsonb(slv)) where key = any(form)),
    'slvRequests', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', r.id, 'reason', r.reason, 'parameter', r.parameter, 'operator', r.operator, 'guidelineValue', r.guideline_value,
        'actualValue', r.actual_value, 'unit', r.unit, 'currentGuideline', r.current_guideline,
        'justification', r.justification, 'compensatingFactors', r.compensating_factors) order by r.position, r.id)
      from slv_request r where r.slv_id = slv.id), '[]'))
    where id in (select id from drafted);
  execute format('update slv set (%1$s) = (
      select %1$s from jsonb_populate_record(slv, (
        select jsonb_object_agg(pg_temp.snake(key), value) from jsonb_each(drafted.snapshot)))
    ) from drafted where drafted.id = slv.id', columns);
end $$;

delete from slv_request where slv_id in (select id from drafted);
insert into slv_request (id, slv_id, position, reason, parameter, operator, guideline_value, actual_value, unit, current_guideline,
    justification, compensating_factors)
  select (r ->> 'id')::uuid, drafted.id, place, r ->> 'reason', r ->> 'parameter', r ->> 'operator', (r ->> 'guidelineValue')::numeric,
    (r ->> 'actualValue')::numeric, r ->> 'unit', r ->> 'currentGuideline', r ->> 'justification', r -> 'compensatingFactors'
  from drafted, jsonb_array_elements(snapshot -> 'slvRequests') with ordinality as asked (r, place);
insert into slv_decision_request (id, slv_id, slv_request_id, current_guideline, decision, comment)
  select (d ->> 'id')::uuid, drafted.id, (d ->> 'slvRequestId')::uuid, d ->> 'currentGuideline', d ->> 'decision', d ->> 'comment'
  from drafted, jsonb_array_elements(snapshot -> 'slvDecisionRequests') as answered (d);

alter table slv_round disable trigger user;
delete from slv_round round using drafted where drafted.id = round.slv_id and drafted.resubmit_count = round.resubmit_count;
alter table slv_round enable trigger user;

alter table slv add constraint draft_resubmission_is_not_stored check (status <> 'DRAFT_RESUBMITTED');
alter table slv add constraint resubmission_of_an_ended_round check (
  resubmission is null or status in ('APPROVED', 'DECLINED', 'NOT_NEEDED', 'WITHDRAWN_APPROVED'));

drop index slv_one_open_per_loan;
create unique index slv_one_open_per_loan on slv (company_id, buyer_loan, type)
  where status not in ('APPROVED', 'DECLINED', 'NOT_NEEDED', 'WITHDRAWN_APPROVED') or resubmission is not null;
comment on index slv_one_open_per_loan is 'A second open SLV for the same loan and type is the first one; a drafted resubmission is open';

-- A first draft is deleted with what belongs to it. What was sent has intervals, which keep it. History outlives its draft.
alter table slv_request drop constraint slv_request_slv_id_fkey,
  add constraint slv_request_slv_id_fkey foreign key (slv_id) references slv (id) on delete cascade;
alter table slv_pending_document drop constraint slv_pending_document_slv_id_fkey,
  add constraint slv_pending_document_slv_id_fkey foreign key (slv_id) references slv (id) on delete cascade;
alter table slv_decision_request drop constraint slv_decision_request_slv_id_fkey,
  add constraint slv_decision_request_slv_id_fkey foreign key (slv_id) references slv (id) on delete cascade;
alter table document drop constraint document_slv_id_fkey,
  add constraint document_slv_id_fkey foreign key (slv_id) references slv (id) on delete cascade;
alter table comment drop constraint comment_slv_id_fkey,
  add constraint comment_slv_id_fkey foreign key (slv_id) references slv (id) on delete cascade;
alter table comment_mention drop constraint comment_mention_comment_id_fkey,
  add constraint comment_mention_comment_id_fkey foreign key (comment_id) references comment (id) on delete cascade;
alter table slv_history drop constraint slv_history_slv_id_fkey;
comment on column slv_history.slv_id is 'What it happened to; a deleted draft is gone';

create policy drafts_removed_by_one_company on slv for delete to portal_tenant
  using (company_id = (select own_company()) and status = 'DRAFT');
grant delete on slv to portal_tenant;
