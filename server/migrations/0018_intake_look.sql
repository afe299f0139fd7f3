-- Where transmittals arrive and how the last look there went: without it a place that cannot be reached looks like a quiet one.

create table intake_look (
  source text primary key,
  looked_at timestamptz not null,
  problem text
);
comment on table intake_look is 'The last look at a place where transmittals arrive.';
comment on column intake_look.source is 'The folder or the SFTP account, without its password';
comment on column intake_look.looked_at is 'When';
comment on column intake_look.problem is 'Why nothing could be seen there; null when it could';
revoke delete on intake_look from portal_app;
