-- Four eyes remembers everybody who recommended in a round, not the last one alone; a variance is never removed
-- together with its answer unseen; the labels of permissions stand in the contract.

alter table slv
  add column slr_recommender_ids uuid[] not null default '{}',
  add column td_recommender_ids uuid[] not null default '{}';
update slv set slr_recommender_ids = array[slr_recommended_by_id] where slr_recommended_by_id is not null;
update slv set td_recommender_ids = array[td_recommended_by_id] where td_recommended_by_id is not null;
alter table slv drop column slr_recommended_by_id, drop column td_recommended_by_id;
comment on column slv.slr_recommender_ids is 'Everybody who recommended at SLR in this round (four eyes)';
comment on column slv.td_recommender_ids is 'Everybody who recommended at the trade desk in this round (four eyes)';

alter table slv_decision_request
  drop constraint slv_decision_request_slv_request_id_fkey,
  add constraint slv_decision_request_slv_request_id_fkey foreign key (slv_request_id) references slv_request (id);

alter table permission drop column label;
