-- statement by statement
-- The team's board and its links count what was decided this week (docs/decisions/032-assignments.md).

drop index concurrently if exists slv_decided;
create index concurrently slv_decided on slv (decision_date, underwriter_id) where decision_date is not null;
comment on index slv_decided is 'Decisions by day, with the underwriter';
