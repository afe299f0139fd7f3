-- The document of an erased loan has no file, and so no storage key (docs/decisions/041-data-keeping.md).

alter table document alter column storage_key drop not null;
update document set storage_key = null where storage_key like 'erased/%';
alter table document add constraint has_a_file check (storage_key is not null or deleted_at is not null);
comment on column document.storage_key is 'Where the store holds it; ours, never made of its name. Null once it is erased';

-- The previous release still writes a placeholder.
create function forget_erased_key() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.storage_key := null;
  return new;
end $$;
create trigger document_forgets_erased_key before update on document
  for each row when (new.storage_key like 'erased/%') execute function forget_erased_key();
