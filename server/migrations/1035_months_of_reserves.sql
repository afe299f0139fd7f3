-- A decision takes the request's months of reserves, which have no limit but that of the amounts.

alter table slv alter column reserves type numeric(12, 1);
