-- Users and groups that an identity provider manages over SCIM 2.0 (docs/decisions/038-scim.md).

-- 0045 adds it too: whichever is merged first.
alter table app_user add column if not exists is_service boolean not null default false;
comment on column app_user.is_service is 'Whether it is a program: it never signs in, is in no list of people and gets no work, mail or notification';

create table scim_user (
  user_id uuid primary key references app_user (id),
  user_name text not null,
  external_id text,
  deleted_at timestamptz
);
comment on table scim_user is 'What the identity provider stores about a user. Users that it never created or changed have no row.';
comment on column scim_user.user_id is 'The user';
comment on column scim_user.user_name is 'userName as sent; compared without regard to case. Without a row, it is the email address';
comment on column scim_user.external_id is 'The identity provider’s id of the user';
comment on column scim_user.deleted_at is 'When the identity provider deleted the user: inactive, without rights, and not found by SCIM until created again';
create unique index scim_user_name on scim_user (lower(user_name));
create index scim_user_external on scim_user (external_id);

create table scim_group (
  id uuid primary key default uuidv7(),
  display_name text not null,
  external_id text,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
comment on table scim_group is 'Groups of the identity provider. The setting GROUP_ROLES says which roles and permissions they give.';
comment on column scim_group.id is 'Its id on the wire';
comment on column scim_group.display_name is 'Its name, by which GROUP_ROLES finds it, without regard to case';
comment on column scim_group.external_id is 'The identity provider’s id of the group';
comment on column scim_group.version is 'Grows with each change; the ETag';
comment on column scim_group.created_at is 'When it was created';
comment on column scim_group.changed_at is 'When it or its members last changed';
create unique index scim_group_name on scim_group (lower(display_name));

create table scim_member (
  group_id uuid not null references scim_group (id) on delete cascade,
  user_id uuid not null references app_user (id),
  primary key (group_id, user_id)
);
comment on table scim_member is 'Who is in which group.';
comment on column scim_member.group_id is 'The group';
comment on column scim_member.user_id is 'The member';
create index scim_member_user on scim_member (user_id);
