-- What the virus scanner found in stored files (CLAMD_URL); a file without a row was not scanned.

create table file_scan (
  key text primary key,
  scanned_at timestamptz not null,
  virus text
);
comment on table file_scan is 'By the key of a file in the store; virus is null for a clean file';
grant select, insert, update, delete on file_scan to portal_app;
grant select on file_scan to portal_tenant;
