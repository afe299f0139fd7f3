-- A data-capture file creates Tdocs only when its sender says so.
alter table capture_upload add column creates_tdocs boolean not null default false;
comment on column capture_upload.creates_tdocs is 'Whether image names that no Tdoc has become Tdocs; otherwise their rows are rejected';
