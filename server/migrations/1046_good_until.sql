-- An approval is good until a day: by default so many days after the decision, and not past the lock.
alter table guideline_program
  add column approval_days integer not null default 60 check (approval_days between 1 and 365);
comment on column guideline_program.approval_days is
  'For how many days its approvals are good, unless the underwriter chooses another day';
alter table slv
  add column lock_expiration_date date,
  add column good_until date,
  add column expiry_told_for date;
comment on column slv.lock_expiration_date is 'Calendar day';
comment on column slv.good_until is
  'The last day of the approval, in New York; null for other decisions and for approvals of earlier releases. While it is reviewed, the day that the underwriter prepares';
comment on column slv.expiry_told_for is
  'The good_until of which owner and underwriter were last notified: each day once';
grant update (lock_expiration_date, good_until) on slv to portal_tenant;
