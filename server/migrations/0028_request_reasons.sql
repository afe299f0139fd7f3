-- The reasons of an SLV without the whole of its variances: lists of a reason count along this, and reporting reads it all.
create index slv_request_reasons on slv_request (slv_id, reason);
comment on index slv_request_reasons is 'Whether an SLV has a reason, and which it has';
