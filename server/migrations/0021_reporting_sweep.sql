-- Reporting: dropping old changes leaves its mark, so that no node has to guess by a clock whether it missed some; and
-- two triggers tell neither more nor less than what is counted.

create table reporting_sweep (
  is_only boolean primary key default true check (is_only),
  dropped xid8 not null default '0'
);
comment on table reporting_sweep is 'Up to where reporting_change was dropped, in one row';
comment on column reporting_sweep.is_only is 'There is one row';
comment on column reporting_sweep.dropped is 'The latest transaction whose changes were dropped: whoever goes on from it or from before it reads everything anew';
insert into reporting_sweep default values;

-- Variances of a draft are not counted; when it is sent, its SLV is told.
create or replace function note_variance_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into reporting_change (slv_id)
    select id from slv where id = case when tg_op = 'DELETE' then old.slv_id else new.slv_id end and status <> 'DRAFT';
  return null;
end $$;

-- Whoever comes to the buyer's company or leaves it is named there, or no more.
drop trigger person_is_named_anew on app_user;
create trigger person_is_named_anew after update on app_user for each row
  when ((old.first_name, old.last_name, old.company_id) is distinct from (new.first_name, new.last_name, new.company_id))
  execute function note_name_change();
