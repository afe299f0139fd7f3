/** Parts of an SLV's page that an address can name. */
export const pageParts = {
  decision: 'decision',
  documents: 'documents-requested',
  side: 'slv-side',
} as const
