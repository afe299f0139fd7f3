-- A seller attaches their documents to compensating factors.
grant update (supports) on document to portal_tenant;
