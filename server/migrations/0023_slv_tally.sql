-- How many SLVs each company has in each status, without counting a million of them (docs/decisions/026-lists-of-slvs.md).

create table slv_tally (
  id bigint generated always as identity primary key,
  company_id uuid not null,
  status text not null,
  n integer not null
);
comment on table slv_tally is 'How many SLVs there are of each company in each status: the sum of n. Only ever added to, so that nobody waits for anybody; a job adds rows up.';
comment on column slv_tally.id is 'Order of writing';
comment on column slv_tally.company_id is 'As in slv';
comment on column slv_tally.status is 'As in slv';
comment on column slv_tally.n is 'So many more, or fewer';

-- By the owner: whoever moves an SLV moves its count, and nobody else writes here but the job.
create function tally_slv() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    insert into slv_tally (company_id, status, n) values (old.company_id, old.status, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into slv_tally (company_id, status, n) values (new.company_id, new.status, 1);
  end if;
  return null;
end $$;
comment on function tally_slv() is 'Keeps slv_tally true';
create trigger slv_is_tallied after insert or delete on slv for each row execute function tally_slv();
create trigger slv_is_tallied_anew after update on slv for each row
  when ((old.company_id, old.status) is distinct from (new.company_id, new.status)) execute function tally_slv();
insert into slv_tally (company_id, status, n) select company_id, status, count(*) from slv group by 1, 2;

alter table slv_tally enable row level security;
create policy all_rows on slv_tally to portal_app using (true) with check (true);
create policy seen_by_one_company on slv_tally for select to portal_tenant using (company_id = (select own_company()));
grant select on slv_tally to portal_tenant;

create index slv_by_occupancy on slv (occupancy, date);
comment on index slv_by_occupancy is 'What a figure of an occupancy leads to';
