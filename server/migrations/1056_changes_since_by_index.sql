-- statement by statement
-- The SLVs and Tdocs that changed since a transaction are found without reading the others.

drop index concurrently if exists slv_changed_in;
create index concurrently slv_changed_in on slv (changed_in, id);
comment on index slv_changed_in is 'What changed since a transaction';
drop index concurrently if exists tdoc_changed_in;
create index concurrently tdoc_changed_in on tdoc (changed_in, id);
comment on index tdoc_changed_in is 'What changed since a transaction';
