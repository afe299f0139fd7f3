-- Other systems read the SLVs and Tdocs that changed since they last asked. Times can't say it: a
-- transaction may commit after a later one. The number of the transaction can, read only up to
-- the oldest running one.

alter table slv add column changed_in xid8 not null default '0';
comment on column slv.changed_in is 'The transaction that last wrote it; 0 if no transaction has since this column exists';
alter table tdoc add column changed_in xid8 not null default '0';
comment on column tdoc.changed_in is 'The transaction that last wrote it; 0 if no transaction has since this column exists';

create function note_transaction()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;
comment on function note_transaction() is 'Stores which transaction writes the row';
revoke execute on function note_transaction() from public;
create trigger slv_notes_transaction before insert or update on slv for each row
  execute function note_transaction();
create trigger tdoc_notes_transaction before insert or update on tdoc for each row
  execute function note_transaction();
