export const csvType = 'text/csv; charset=utf-8'
export const xmlType = 'application/xml'
export const pdfType = 'application/pdf'
export const xlsxType =
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const zipType = 'application/zip'
