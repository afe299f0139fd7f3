/** Parts of an SLV's page that an address can name. */
export const pageParts = {
  decision: 'decision',
  conditions: 'conditions',
  documents: 'documents-requested',
  side: 'slv-side',
} as const
