/** A company that sells loans to the buyer. `share` is its part of the loans, relative to the others. */
export type Seller = { corrId: string; name: string; slug: string; loanPrefix: string; share: number }

const seller = (corrId: string, name: string, slug: string, loanPrefix: string, share: number): Seller => ({
  corrId,
  name,
  slug,
  loanPrefix,
  share,
})

/** All invented. A few sell much, most sell little; commas and ampersands in names are meant to be there. */
export const sellers: readonly Seller[] = [
  seller('C1001', 'ACME Home Lending', 'acme', 'ACM', 14),
  seller('C1002', 'Birch Mortgage, LLC', 'birch', 'BIR', 10),
  seller('C1003', 'Quillfeather Home Loans', 'quillfeather', 'QFH', 8),
  seller('C1004', 'Marlowick Mortgage, Inc.', 'marlowick', 'MLW', 7),
  seller('C1005', 'Saltbrook Lending', 'saltbrook', 'SLT', 7),
  seller('C1006', 'Fennimoor Funding, LLC', 'fennimoor', 'FNM', 6),
  seller('C1007', 'Harrowby & Pike Mortgage', 'harrowbypike', 'HPM', 5),
  seller('C1008', 'Larkspindle Lending', 'larkspindle', 'LKS', 5),
  seller('C1009', 'Bramblecote Mortgage', 'bramblecote', 'BRC', 4),
  seller('C1010', 'Otterhall Home Finance', 'otterhall', 'OTH', 4),
  seller('C1011', 'Pemberlane Mortgage, LP', 'pemberlane', 'PBL', 4),
  seller('C1012', 'Wrenfold & Daughters Home Loans', 'wrenfold', 'WRF', 3),
  seller('C1013', 'Kestrelmoor Lending Group', 'kestrelmoor', 'KSM', 3),
  seller('C1014', 'Dovetarn Mortgage', 'dovetarn', 'DVT', 3),
  seller('C1015', 'Hollinshaw Lending, Inc.', 'hollinshaw', 'HLS', 3),
  seller('C1016', 'Thistlebeck Mortgage', 'thistlebeck', 'TSB', 3),
  seller('C1017', 'Ivoryquay Home Lending', 'ivoryquay', 'IVQ', 2),
  seller('C1018', 'Mossgarth Funding', 'mossgarth', 'MSG', 2),
  seller('C1019', 'Plumwether Mortgage Company', 'plumwether', 'PLW', 2),
  seller('C1020', 'Sablefjord Lending, LLC', 'sablefjord', 'SBF', 2),
  seller('C1021', 'Umberlynn Home Loans', 'umberlynn', 'UMB', 2),
  seller('C1022', 'Vintermere Mortgage', 'vintermere', 'VNM', 1),
]
