-- Those of a state are found with what else lists ask of them: the table has each on a page of its own.
drop index slv_by_state;
create index slv_by_state on slv (state, date) include (id, status, type, company_id, underwriter_id);
comment on index slv_by_state is 'What a figure of a state leads to';
drop index slv_by_occupancy;
create index slv_by_occupancy on slv (occupancy, date) include (id, status, type, company_id, underwriter_id);
comment on index slv_by_occupancy is 'What a figure of an occupancy leads to';
