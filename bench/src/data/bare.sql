-- Tables of the bare server (bare.ts): the same rows, with only the indexes that its statements need.
create schema bare;
create table bare.company as table company;
create table bare.app_user as table app_user;
create table bare.slv as table slv;
create table bare.slv_interval (like slv_interval including defaults including identity);
insert into bare.slv_interval overriding system value table slv_interval;
select setval(pg_get_serial_sequence('bare.slv_interval', 'id'), (select max(id) from bare.slv_interval));
create table bare.slv_history (like slv_history including defaults including identity);
create table bare.notification (like notification including defaults);
alter table bare.company add primary key (id);
alter table bare.app_user add primary key (id);
alter table bare.slv add primary key (id);
create index on bare.slv (date desc, id desc) where date is not null;
create index on bare.slv_interval (slv_id) where closed_at is null;
create index on bare.slv_history (slv_id);
create index on bare.notification (user_id);
