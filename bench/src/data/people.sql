-- $1 how many selling companies, with five people each; $2 how many underwriters, and the house around them.
with house as (
  insert into company (kind, name) values ('BUYER', 'The buyer') returning id
),
staff (email, first_name, last_name, role, holds) as (
  select 'underwriter.' || n || '@buyer.example', 'Underwriter', 'No ' || n, 'UNDERWRITER',
    case when n = 1 then array['myOwn', 'viewSlvDepartment', 'assignLoans', 'managePurchasedTdocs'] else array['myOwn'] end
  from generate_series(1, $2::int) as n
  union all
  select 'slr.' || n || '@buyer.example', 'Manager', 'No ' || n, 'UNDERWRITER', array['manageSlr'] from generate_series(1, 5) as n
  union all
  select 'trader.' || n || '@buyer.example', 'Trader', 'No ' || n, 'UNDERWRITER', array['manageTradeDesk'] from generate_series(1, 3) as n
),
firms as (
  insert into company (kind, name, corr_id)
  select 'SELLER', 'Seller ' || n || ' Home Loans', 'B' || lpad(n::text, 5, '0') from generate_series(1, $1::int) as n
  returning id, corr_id
),
people (email, first_name, last_name, role, holds, company_id) as (
  select staff.*, house.id from staff, house
  union all
  select 'seller.' || m || '@' || lower(corr_id) || '.example', 'Seller', corr_id || ' ' || m, 'SELLER',
    case when m = 1 then array['myCompanyView'] else array[]::text[] end, id
  from firms, generate_series(1, 5) as m
),
users as (
  insert into app_user (email, first_name, last_name, phone, company_id)
  select email, first_name, last_name, '(212) 555-0142', company_id from people
  returning id, email
),
roles as (
  insert into user_role (user_id, role, position)
  select users.id, people.role, 0 from users join people using (email)
)
insert into user_permission (user_id, permission)
select users.id, held from users join people using (email) cross join lateral unnest(people.holds) as held
