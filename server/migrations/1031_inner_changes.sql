-- Reviewers see only the TPR category, so the version that they get doesn't move with the others.

alter table tdoc add column inner_changes integer not null default 0 check (inner_changes >= 0);
comment on column tdoc.inner_changes is 'How many of its versions are changes to categories that reviewers don''t see';
grant update (inner_changes) on tdoc to portal_tenant;
