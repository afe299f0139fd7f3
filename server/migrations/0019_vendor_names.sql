-- A vendor is found by its name, whatever its letters and the blanks around it: so that two vendors never differ by those alone.
-- Where two do already, the younger ones get a number behind their name, for somebody to look at.
update company set name = trim(company.name) || ' (' || twin.place || ')'
  from (select id, row_number() over (partition by lower(trim(name)) order by id) as place
    from company where kind = 'TPR_VENDOR') as twin
  where twin.id = company.id and twin.place > 1;
drop index company_vendor_name;
create unique index company_vendor_name on company (lower(trim(name))) where kind = 'TPR_VENDOR';

-- Whether an image file name is in use is asked by underwriters alone, who see every Tdoc.
drop function is_image_file_name_used(text);
