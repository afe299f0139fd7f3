-- One selling company per 500 SLVs with five people each, one underwriter per 2,500 SLVs, managers, traders, review vendors.
with settings as (select * from bench_settings),
firms as (
  insert into company (kind, name, corr_id)
  select 'BUYER', 'The buyer', null
  union all
  select 'SELLER', 'Seller ' || n || ' Home Loans', 'B' || lpad(n::text, 5, '0')
  from settings, generate_series(1, greatest(22, slvs / 500)) as n
  union all
  select 'TPR_VENDOR', 'Review vendor ' || n, null from generate_series(1, 8) as n
  returning id, kind, name, corr_id
),
people (email, last_name, role, permissions, kind, n) as (
  select 'underwriter.' || n || '@buyer.example', 'Underwriter ' || n, 'UNDERWRITER',
    case when n <= 8 then array['myOwn', 'viewSlvDepartment', 'assignLoans', 'managePurchasedTdocs'] else array['myOwn'] end, 'BUYER', n
  from settings, generate_series(1, greatest(20, slvs / 2500)) as n
  union all
  select 'slr.' || n || '@buyer.example', 'Manager ' || n, 'UNDERWRITER', array['manageSlr'], 'BUYER', n from generate_series(1, 5) as n
  union all
  select 'trader.' || n || '@buyer.example', 'Trader ' || n, 'UNDERWRITER', array['manageTradeDesk'], 'BUYER', n from generate_series(1, 3) as n
  union all
  select 'seller.' || n || '@', 'Seller ' || n, 'SELLER', case when n = 1 then array['myCompanyView'] else array[]::text[] end, 'SELLER', n
  from generate_series(1, 5) as n
  union all
  select 'reviewer.' || n || '@', 'Reviewer ' || n, 'TPR', array[]::text[], 'TPR_VENDOR', n from generate_series(1, 3) as n
),
placed as (
  select people.*, firms.id as company_id,
    case when email like '%@' then email || replace(lower(coalesce(corr_id, name)), ' ', '-') || '.example' else email end as address
  from people join firms using (kind)
),
users as (
  insert into app_user (email, first_name, last_name, phone, company_id)
  select address, 'Alex', last_name, '(212) 555-0142', company_id from placed
  returning id, email
),
roles as (
  insert into user_role (user_id, role, position)
  select users.id, role, 0 from users join placed on address = users.email
)
insert into user_permission (user_id, permission)
select users.id, unnest(permissions) from users join placed on address = users.email
