-- Photos from phones are accepted as HEIC.
alter table document drop constraint document_type_check;
alter table document add constraint document_type_check
  check (type in ('PDF', 'PNG', 'JPEG', 'TIFF', 'HEIC', 'DOCX', 'XLSX', 'CSV', 'TXT', 'EML'));
