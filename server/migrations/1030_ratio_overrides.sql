-- Why a typed ratio is used instead of the one that the other figures of the request give.
alter table slv
  add column ltv_override_reason text,
  add column cltv_override_reason text,
  add column hcltv_override_reason text,
  add column dti_override_reason text;
comment on column slv.ltv_override_reason is 'Empty: LTV is calculated from loan amount and value';
comment on column slv.cltv_override_reason is 'Empty: CLTV is calculated from loan amount, second lien and value';
comment on column slv.hcltv_override_reason is 'Empty: HCLTV is calculated from loan amount, HELOC limit and value';
comment on column slv.dti_override_reason is 'Empty: DTI is calculated from income and residual income';
grant update (ltv_override_reason, cltv_override_reason, hcltv_override_reason, dti_override_reason)
  on slv to portal_tenant;
