-- Brings databases that applied an earlier text of 0017 or 0026 (lib/migrate.ts) to the schema of everybody else. Changes
-- nothing where the present texts were applied.

-- 0017
drop policy if exists all_rows on reporting_change;
alter table reporting_change disable row level security;
alter function note_slv_change() set search_path = pg_catalog, public, pg_temp;
alter function note_variance_change() set search_path = pg_catalog, public, pg_temp;
alter function note_name_change() set search_path = pg_catalog, public, pg_temp;

-- 0026
alter index if exists slv_seller rename to slv_with_seller;
comment on index slv_open is 'What is open, by status and date, with what tells whether it is overdue';
