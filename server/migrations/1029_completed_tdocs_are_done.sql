-- Completing a Tdoc now sets its progress to DONE. No one could correct those that were completed before: a completed Tdoc
-- can't be edited.
update tdoc set progress_tracking = 'DONE' where status = 'COMPLETE' and progress_tracking <> 'DONE';
