-- A mention in an internal comment adds to tagged_ids and to nothing that readers of changes get.
-- Sellers must not learn of it.
drop trigger slv_notes_transaction on slv;
create trigger slv_notes_transaction before insert on slv for each row
  execute function note_transaction();
create trigger slv_notes_changing_transaction before update on slv for each row
  when (new.version <> old.version or new.tagged_ids = old.tagged_ids)
  execute function note_transaction();
