-- How each came, and how it ended.
insert into tdoc_history (tdoc_id, at, actor_id, action)
select id, tdoc_received_date, created_by_id, 'create' from tdoc
union all
select id, completed_date, completed_by_id, 'complete' from tdoc where completed_date is not null
order by 2
