-- Reporting: what tells each node which SLVs changed, so that its figures need not be counted from all of them anew
-- (docs/decisions, figures of reporting), and what opens the page of figures to the printing browser.

create table reporting_change (
  changed_in xid8 not null default pg_current_xact_id(),
  slv_id uuid,
  at timestamptz not null default now()
);
comment on table reporting_change is 'What changed that reporting counts. Only ever added to; a job drops what is older than a day.';
comment on column reporting_change.changed_in is 'The transaction that changed it: whoever remembers the oldest one that was running misses none';
comment on column reporting_change.slv_id is 'The SLV; null when the name of a company or a person did, or a company''s BDD';
comment on column reporting_change.at is 'When; for whoever drops it';
create index reporting_change_changed_in on reporting_change (changed_in);

-- As the owner: a seller's request changes what is counted, and has no right to this table.
create function note_slv_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into reporting_change (slv_id) values (case when tg_op = 'DELETE' then old.id else new.id end);
  return null;
end $$;
create function note_variance_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into reporting_change (slv_id) values (case when tg_op = 'DELETE' then old.slv_id else new.slv_id end);
  return null;
end $$;
create function note_name_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into reporting_change (slv_id) values (null);
  return null;
end $$;
revoke execute on function note_slv_change(), note_variance_change(), note_name_change() from public;

-- Drafts are not counted, so that writing one costs nothing here.
create trigger slv_is_reported after insert on slv for each row when (new.status <> 'DRAFT')
  execute function note_slv_change();
create trigger slv_is_reported_anew after update on slv for each row
  when ((old.status <> 'DRAFT' or new.status <> 'DRAFT') and
    (old.status, old.type, old.company_id, old.underwriter_id, old.underwriter_manager_id, old.trade_desk_id, old.date,
      old.buyer_non_agency_program, old.state, old.occupancy, old.loan_amount, old.ltv, old.credit_score, old.dti, old.dscr,
      old.total_post_close_reserves_amount, old.buyer_days)
    is distinct from
    (new.status, new.type, new.company_id, new.underwriter_id, new.underwriter_manager_id, new.trade_desk_id, new.date,
      new.buyer_non_agency_program, new.state, new.occupancy, new.loan_amount, new.ltv, new.credit_score, new.dti, new.dscr,
      new.total_post_close_reserves_amount, new.buyer_days))
  execute function note_slv_change();
create trigger slv_is_reported_no_more after delete on slv for each row execute function note_slv_change();

create trigger variance_is_reported after insert or delete on slv_request for each row
  execute function note_variance_change();
create trigger variance_is_reported_anew after update on slv_request for each row
  when (old.reason is distinct from new.reason)
  execute function note_variance_change();

create trigger company_is_named after insert on company for each row execute function note_name_change();
create trigger company_is_named_anew after update on company for each row
  when ((old.name, old.bdd_id) is distinct from (new.name, new.bdd_id)) execute function note_name_change();
create trigger person_is_named after insert on app_user for each row execute function note_name_change();
create trigger person_is_named_anew after update on app_user for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name)) execute function note_name_change();

alter table print_ticket alter column slv_id drop not null;
alter table print_ticket add column opens text check (opens in ('SUMMARY', 'TABLE'));
alter table print_ticket add constraint opens_one_thing check ((slv_id is null) <> (opens is null));
comment on table print_ticket is 'Opens one call of a page that is printed, once, within 60 seconds, with the rights that the asker has at that moment. Used by deleting it.';
comment on column print_ticket.slv_id is 'Whose report it opens; null where it opens figures';
comment on column print_ticket.opens is 'Which of the two calls of the page of figures it opens; null where it opens an SLV''s report';
