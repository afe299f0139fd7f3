-- Nodes learn from the change that they are sent after the commit who may see an SLV now, and drop the cached lists of
-- everyone who was notified of it. So the triggers that said the same within the transaction are gone.
-- What decides who sees a Tdoc never changes.

drop trigger slv_sight_changed on slv;
drop trigger tdoc_sight_changed on tdoc;
drop function tell_of_sight();
