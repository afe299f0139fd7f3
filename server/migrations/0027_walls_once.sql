-- What a wall lets through is asked for once a query and not once a row: a list walks along many
-- (docs/decisions/019-walls-in-the-database.md).
alter policy seen_by_one_company on slv using (company_id = (select own_company()));
alter policy seen_by_one_company on company using (id = (select own_company()) or kind = 'BUYER');
alter policy seen_by_one_company on app_user using (
  company_id = (select own_company()) or company_id = any(array(select id from company where kind = 'BUYER')));
