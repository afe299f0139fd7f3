-- Why an underwriter declined a withdrawal, for the seller to read.
alter table slv add column withdraw_decline_reason text;
comment on column slv.withdraw_decline_reason is 'Why the last withdrawal of this round was declined; null if it was not, or after another request to withdraw';
grant update (withdraw_decline_reason) on slv to portal_tenant;
